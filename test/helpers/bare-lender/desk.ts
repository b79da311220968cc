import type { Books, Loan } from './books.ts';
import type { Role, Settings } from './settings.ts';

/** What the lender's views work with. */
export class Desk {
  readonly settings: Settings;
  readonly books: Books;
  readonly apiUrl: string;
  /** Where the hosted pages are; another host than the API's. */
  readonly pagesUrl: string;
  readonly now: () => number;
  /** Hears of each message to a consumer. */
  readonly tell: (line: string) => void;
  /** How often a credit report was asked for: no call is known by a key, nor by its ids. */
  softPulls = 0;

  constructor(parts: Pick<Desk, 'settings' | 'books' | 'apiUrl' | 'pagesUrl' | 'now' | 'tell'>) {
    this.settings = parts.settings;
    this.books = parts.books;
    this.apiUrl = parts.apiUrl;
    this.pagesUrl = parts.pagesUrl;
    this.now = parts.now;
    this.tell = parts.tell;
  }

  roleOf(requestUserId: string): Role | undefined {
    return this.settings.users[requestUserId];
  }

  /** A Salesrep sees what comes of the invitations that they sent. */
  maySee(requestUserId: string, loan: Loan): boolean {
    const role = this.roleOf(requestUserId);
    return role !== undefined && (role !== 'Salesrep' || loan.invitedBy === requestUserId);
  }
}
