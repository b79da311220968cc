import { errorCodes } from '../../../widget/contract/error-code.ts';
import { chargeOutcomes } from '../../../widget/contract/outcome.ts';
import {
  askLenderStepSchema,
  blockedReasons,
  cancelledStepSchema,
  expiredStepSchema,
  noOffersStepSchema,
  portalAccountStatuses,
} from '../../../widget/contract/step.ts';
import type { EligibilityCode, LenderChargeStatus, LoanStatus } from '../lender/lender.ts';

/** What a line of a report says; a step with a `WRONG` is not right. */
export type Label =
  | 'answered'
  | 'understood'
  | 'missing'
  | 'shown'
  | 'not shown'
  | 'note'
  | 'WRONG'
  | 'adapter';

const labelWidth = 12;

/**
 * What one step of a check came to. Names of operations and fields, words of closed lists and counts
 * only: nothing of the applicant, and no value of the lender's.
 */
export class StepReport {
  readonly #title: string;
  readonly #lines: Array<{ label: Label; text: string }> = [];

  constructor(title: string) {
    this.#title = title;
  }

  /** Adds a line, unless there is nothing to say. */
  say(label: Label, text: string): void {
    if (text !== '') this.#lines.push({ label, text });
  }

  /** How many things are wrong. */
  get faults(): number {
    return this.#lines.filter(({ label }) => label === 'WRONG').length;
  }

  describe(): string {
    const lines = this.#lines.map(({ label, text }) => `  ${label.padEnd(labelWidth)}${text}`);
    return [this.#title, ...lines].join('\n');
  }
}

/** Names of fields, and below each those of what it holds. Of a list the name ends in `[]`. */
export type NameTree = Map<string, NameTree>;

/** What lies deeper in an answer is not read. */
export const deepest = 4;
const longestName = 40;

/** Adds the names of an answer's fields, and no value. */
export function addNames(tree: NameTree, answer: unknown, depth = 0): void {
  if (depth > deepest) return;
  if (Array.isArray(answer)) {
    for (const row of answer) addNames(memberOf(tree, 'rows[]'), row, depth + 1);
    return;
  }
  for (const [field, value] of Object.entries(membersOf(answer))) {
    const isList = Array.isArray(value);
    const below = memberOf(tree, `${printable(field)}${isList ? '[]' : ''}`);
    for (const each of isList ? value : [value]) addNames(below, each, depth + 1);
  }
}

/** @example describeNames(…) => 'decision, offers[]{offer_uuid, amount}' */
export function describeNames(tree: NameTree): string {
  const names = [...tree].map(([name, below]) =>
    below.size === 0 ? name : `${name}{${describeNames(below)}}`,
  );
  return names.join(', ');
}

/** The members of a JSON object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

/** A name as it may be printed: one that may be an id, a number or an address is `…`. */
export function printable(name: string): string {
  const isName = /^[a-z_]\w*$/i.test(name) && !/\d{4}/.test(name);
  return isName && name.length <= longestName ? name : '…';
}

/** @example listed(['apr', 'amount']) => 'apr, amount' */
export function listed(names: Iterable<string>): string {
  return [...new Set([...names].map(printable))].join(', ');
}

function memberOf(tree: NameTree, name: string): NameTree {
  const known = tree.get(name);
  if (known !== undefined) return known;
  const below: NameTree = new Map();
  tree.set(name, below);
  return below;
}

const loanStatuses: Readonly<Record<LoanStatus, true>> = {
  Invited: true,
  Started: true,
  'Pending: Verification': true,
  'Approved: Offers Available': true,
  'Approved: Offer Selected': true,
  'Approved: Accepted': true,
  Suspended: true,
  Declined: true,
  Cancelled: true,
  Expired: true,
};

const chargeStatuses: Readonly<Record<LenderChargeStatus, true>> = {
  pending: true,
  approved: true,
  settled: true,
  held: true,
  rejected: true,
  expired: true,
  canceled: true,
  failed: true,
  reversed: true,
};

const eligibilityCodes: Readonly<Record<EligibilityCode, true>> = { 0: true, 1: true, 2: true };

const closedWords: ReadonlySet<unknown> = new Set([
  ...Object.keys(loanStatuses),
  ...Object.keys(chargeStatuses),
  ...Object.keys(eligibilityCodes).map(Number),
  'offers',
  'no_offers',
  ...portalAccountStatuses,
  ...blockedReasons,
  ...chargeOutcomes,
  ...errorCodes,
  ...noOffersStepSchema.shape.notice.options,
  ...askLenderStepSchema.shape.reason.options,
  ...cancelledStepSchema.shape.reason.options,
  ...expiredStepSchema.shape.reason.options,
]);

/**
 * A field with its value where that is of a closed list, or its count; else the name alone, since the
 * value may be the lender's own.
 */
export function nameWithWord(name: string, value: unknown): string {
  if (Array.isArray(value)) return `${name} ${value.length}`;
  if (typeof value === 'boolean') return `${name} ${value ? 'yes' : 'no'}`;
  return closedWords.has(value) ? `${name} ${value}` : name;
}

/** A value of a closed list; else that it is another. */
export function wordOf(value: unknown): string {
  return closedWords.has(value) ? String(value) : 'another word';
}
