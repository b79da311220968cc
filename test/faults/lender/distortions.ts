import type { Operation } from '../../helpers/bare-lender/routes.ts';
import type { Random } from '../fuzz/random.ts';
import { withAddedTexts } from './added-texts.ts';
import { withChangedFields, writtenJson } from './changed-fields.ts';
import { type BadRow, someBadRow, withBadRows } from './own-rows.ts';
import { markupTexts, statuses, strangeBodies, wrongLinks } from './texts.ts';
import type { Wire } from './wire.ts';

/** What the lender said; a text where it was no JSON. */
export interface Truth {
  readonly status: number;
  readonly body: unknown;
}

/** A call whose answer is to be changed. */
export interface Asking {
  readonly operation: Operation;
  readonly random: Random;
  /** A list's page after the first. */
  readonly isLaterPage: boolean;
  /** Where the lender's own pages are. */
  readonly pagesUrl: string;
  /** The charges that this BFF has made. */
  readonly charges: readonly string[];
  /** How the lender always writes their rows, where it writes them badly. */
  readonly habit: BadRow | undefined;
  /** The lender hears the call. */
  ask(): Promise<Truth>;
  /** The lender hears it before the clock moves on. */
  askLater(): void;
}

export type Distortion = (asking: Asking) => Promise<Wire>;

/** As the lender said it. */
export function wireOf({ status, body }: Truth): Wire {
  if (typeof body === 'string') return { status, text: body, type: 'text/html; charset=utf-8' };
  return { status, text: writtenJson(body) };
}

const broken: Wire = { status: 0, text: '', cut: 'before' };

export const cutBefore: Distortion = async () => broken;

export const cutAfter: Distortion = async ({ ask }) => {
  await ask();
  return broken;
};

export const cutWithin: Distortion = async ({ ask }) => ({ ...wireOf(await ask()), cut: 'within' });

export const cutAndHeardLate: Distortion = async ({ askLater }) => {
  askLater();
  return broken;
};

export const interim: Distortion = async ({ ask, random }) => {
  const status = random.pick(statuses.interim);
  const isOver = status === 101 || random.chance(0.4);
  const wire = wireOf(await ask());
  return { ...wire, interim: status, ...(isOver && { cut: 'before' }) };
};

export const strangeBody: Distortion = async (asking) => {
  const { ask, random } = asking;
  const truth = isReading(asking) || random.chance(0.7) ? await ask() : undefined;
  // Whatever the body of a 2xx says, it says that there is something.
  if (truth?.status === 404) return wireOf(truth);
  const status = random.chance(0.8) ? 200 : random.pick(statuses.done);
  return { status, ...random.pick(strangeBodies) };
};

export const oddlyTyped: Distortion = async ({ ask, random }) => {
  const wire = wireOf(await ask());
  const forms: readonly Partial<Wire>[] = [
    { type: 'text/plain' },
    { type: 'application/json; charset=utf-16' },
    { headers: { 'content-encoding': 'gzip' } },
    { text: `\uFEFF${wire.text}` },
    { text: `${wire.text}${wire.text}` },
    { text: `)]}',\n${wire.text}` },
    { text: `${wire.text}${' '.repeat(1_100_000)}` },
  ];
  return { ...wire, ...random.pick(forms) };
};

export const otherStatus: Distortion = async (asking) => {
  const { ask, random } = asking;
  const kind = random.pick(['done', 'elsewhere', 'refused', 'failed'] as const);
  const status = random.pick(statuses[kind]);
  const said = random.pick(refusalBodies)(random);
  if (isDenial(asking, status, said)) {
    // Of what cannot be asked without being done, the lender has heard nothing.
    return isReading(asking) ? { status: 500, ...said } : { status, ...said };
  }
  const truth = random.chance(0.8) || isReading(asking) ? await ask() : undefined;
  const isDone = status >= 200 && status < 300;
  if (truth !== undefined && isDone) {
    return truth.status < 300 ? { ...wireOf(truth), status } : wireOf(truth);
  }
  const location = { headers: { location: `${asking.pagesUrl}/elsewhere/` } };
  return { status, ...said, ...(status < 400 && location) };
};

/** Of a proxy whose lender is away: it denies nothing. */
export const withoutRoute: Distortion = async ({ ask }) => {
  await ask();
  return { status: 404, text: '404 page not found\n', type: 'text/plain; charset=utf-8' };
};

const refusalBodies: readonly ((random: Random) => Pick<Wire, 'text' | 'type'>)[] = [
  () => ({ text: '' }),
  () => ({ text: '<h1>Error</h1>', type: 'text/html' }),
  (random) => ({ text: JSON.stringify({ detail: random.pick(markupTexts) }) }),
  (random) => ({
    text: JSON.stringify({ detail: ['The bank account', random.pick(markupTexts)] }),
  }),
  (random) => ({ text: JSON.stringify({ ssn: [random.pick(markupTexts)], offer: 'no' }) }),
  (random) => ({ text: JSON.stringify({ errors: { [random.pick(markupTexts)]: ['no'] } }) }),
  () => ({ text: JSON.stringify({ detail: 'Service temporarily unavailable.' }) }),
  () => ({ text: JSON.stringify({ detail: 'timeout' }), type: 'application/problem+json' }),
];

/** True if an answer says that nothing is there, or that nothing was done. */
function isDenial(asking: Asking, status: number, { text, type }: Pick<Wire, 'text' | 'type'>) {
  const { operation } = asking;
  if (operation === 'loan' || asking.isLaterPage) return status === 404;
  if (isReading(asking)) return false;
  const isDetail = text.includes('"detail"') && type === undefined;
  const isUnavailable = operation === 'charge' && status === 503 && isDetail;
  return isUnavailable || (status >= 400 && status < 500 && status !== 409);
}

function isReading({ operation }: Asking): boolean {
  return ['loan', 'loans', 'pending', 'transactions', 'activity', 'settled'].includes(operation);
}

export const changedFields: Distortion = async ({ ask, random }) => {
  const truth = await ask();
  return wireOf({ ...truth, body: changeable(truth, (body) => withChangedFields(random, body)) });
};

export const addedTexts: Distortion = async ({ ask, random, operation }) => {
  const truth = await ask();
  const body = changeable(truth, (known) => withAddedTexts(random, operation, known));
  return wireOf({ ...truth, body });
};

export const badRows: Distortion = async ({ ask, random, charges, habit }) => {
  const truth = await ask();
  const bad = { random, charges, badRow: habit ?? someBadRow(random) };
  return wireOf({ ...truth, body: changeable(truth, (body) => withBadRows(body, bad)) });
};

export const wrongLink: Distortion = async ({ ask, random, pagesUrl }) => {
  const truth = await ask();
  const consumer_invitation_link = random.pick(wrongLinks(pagesUrl));
  const body = changeable(truth, (known) => ({ ...(known as object), consumer_invitation_link }));
  return wireOf({ ...truth, body });
};

/** A refusal says what it says. */
function changeable({ status, body }: Truth, change: (body: unknown) => unknown): unknown {
  return status < 300 && typeof body !== 'string' ? change(body) : body;
}
