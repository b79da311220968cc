import type { Charge, Loan } from '../../helpers/bare-lender/books.ts';
import type { Operation } from '../../helpers/bare-lender/routes.ts';
import { pendingRow, transactionRow } from '../../helpers/bare-lender/rows.ts';
import type { BareLender } from '../../helpers/bare-lender.ts';
import { isList } from './choose-distortion.ts';
import type { Truth } from './distortions.ts';

type Fields = Record<string, unknown>;

/** What a lender says that need not be said; all of it is so. */
export interface Talk {
  /** A loan's answer has its charges. */
  readonly listsInLoan: boolean;
  /** Rows name the sponsor's own ids, which the lender compares in either case. */
  readonly ids: 'as_sent' | 'upper_case' | null;
  /** The answers of soft pull and loan name them, too. */
  readonly idsInAnswers: boolean;
}

export interface Heard {
  readonly operation: Operation;
  /** With its query. */
  readonly path: string;
  readonly fields: Readonly<Fields>;
}

/** The truth, with what this lender says beside. */
export function talkedOf(
  { status, body }: Truth,
  { operation, path, fields }: Heard,
  { lender, charges, talk }: { lender: BareLender; charges: readonly Charge[]; talk: Talk },
): Truth {
  if (status >= 300 || typeof body === 'string') return { status, body };
  const { books } = lender;
  if (isList(operation)) {
    const ofNumber = (number: unknown) =>
      books.loans.find((loan) => loan.number === String(number));
    return { status, body: withIdsInRows(body, (number) => idsOf(ofNumber(number), talk)) };
  }
  if (operation !== 'loan' && operation !== 'soft_pull') return { status, body };
  const id = operation === 'loan' ? path.split('/').at(-2) : fields.external_application_id;
  const loan = books.findLoan(String(id)) ?? books.loanOfOffer(firstOffer(body));
  const lists = operation === 'loan' && talk.listsInLoan ? ownLists(charges) : {};
  const ids = talk.idsInAnswers ? idsOf(loan, talk) : {};
  return { status, body: { ...(body as Fields), ...ids, ...lists } };
}

/** As the lender keeps the ids. */
export function inLowerCase(path: string): string {
  return path.replace(/\/loan\/[^/]+\/$/, (end) => end.toLowerCase());
}

function idsOf(loan: Loan | undefined, { ids }: Talk): Fields {
  if (loan === undefined || ids === null) return {};
  const written = (id: string) => (ids === 'upper_case' ? id.toUpperCase() : id);
  return { external_application_id: written(loan.applicationId), loan_id: written(loan.loanId) };
}

function withIdsInRows(body: unknown, idsOfNumber: (number: unknown) => Fields): unknown {
  const added = (rows: readonly Fields[]) =>
    rows.map((row) => ({
      ...row,
      ...idsOfNumber(row.consumer_application_human_readable_id),
    }));
  if (Array.isArray(body)) return added(body);
  const envelope = body as { results: readonly Fields[] };
  return { ...envelope, results: added(envelope.results) };
}

function firstOffer(body: unknown): string {
  const [first] = (body as { offers?: readonly Fields[] }).offers ?? [];
  return String(first?.offer_uuid);
}

/** What it says in its lists, too. */
function ownLists(charges: readonly Charge[]): Fields {
  const of = (isWaiting: boolean) =>
    charges.filter(({ state }) => (state === 'waiting') === isWaiting);
  return {
    pending_payment_requests: of(true).map(pendingRow),
    transactions: of(false).map(transactionRow),
  };
}
