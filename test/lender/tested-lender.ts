import { randomUUID } from 'node:crypto';
import type {
  Lender,
  LenderObserver,
  LenderOptions,
  RefundCall,
} from '../../server/bff/lender/lender.ts';
import { sandboxLenderLogin } from '../../server/config/sandbox-settings.ts';
import { createHttpClient } from '../../server/platform/outbound/http-client.ts';
import { anApplication } from '../helpers/shop-page.ts';

/** What becomes of an applicant. `misspelt`: the lender refuses the social security number. */
export type Person = 'approved' | 'declined' | 'in_review' | 'misspelt' | 'without_portal';

/** Those that a scenario goes by (Sponsor Lending API, transaction status and type codes). */
export type TransactionStatus = 'Transferred' | 'Failed' | 'Reversed' | 'Excluded';

/** What consumers, underwriters and the payment processor do. Loans are named by our id. */
export interface Backstage {
  acceptTerms(id: string): Promise<unknown>;
  declineTerms(id: string): Promise<unknown>;
  suspend(id: string): Promise<unknown>;
  activatePortal(id: string): Promise<unknown>;
  /** The consumer opts out of text messages and has no e-mail. */
  loseReach(id: string): Promise<unknown>;
  approve(paymentRequestUuid: string): Promise<unknown>;
  reject(paymentRequestUuid: string): Promise<unknown>;
  move(paymentRequestUuid: string, to: TransactionStatus): Promise<unknown>;
  /** By somebody else than the BFF. */
  refund(call: RefundCall): Promise<unknown>;
  waitHours(hours: number): Promise<unknown>;
}

/** A lender that the scenarios are run over. */
export interface TestedLender {
  connect(login?: Login): Lender;
  readonly backstage: Backstage;
  /** Changes of an application by which the lender knows what becomes of whom. */
  readonly people: Readonly<Record<Person, Readonly<Record<string, string>>>>;
  now(): number;
  /** Sees to it that the merchant's bank account is not active, for the next charge at least. */
  loseBank(): Promise<unknown>;
  restoreBank(): Promise<unknown>;
  close(): Promise<void>;
}

export type Login = Pick<LenderOptions, 'username' | 'password'>;

export const merchantUsers = { rep: 'hillside-rep-1', admin: 'hillside-admin' } as const;

const unobserved: LenderObserver = { called: () => undefined, noticed: () => undefined };

/** Makes lenders out of an adapter, and closes their connections at the end. */
export function lenderMaker(baseUrl: string, create: (options: LenderOptions) => Lender) {
  const clients: Array<{ close(): Promise<void> }> = [];
  return {
    connect: (login: Login = sandboxLenderLogin): Lender => {
      const http = createHttpClient({ probe: () => lender.probe });
      clients.push(http);
      const lender: Lender = create({
        http,
        baseUrl,
        ...login,
        softPullMs: 10_000,
        probeUserId: merchantUsers.admin,
        observer: unobserved,
      });
      return lender;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The answers and consents of a person whom no other scenario knows. */
export function applicantOf(
  { people }: Pick<TestedLender, 'people'>,
  person: Person,
): Record<string, string | boolean> {
  const email = `${randomUUID()}@example.test`;
  return anApplication({ email, ...people[person] }) as Record<string, string | boolean>;
}
