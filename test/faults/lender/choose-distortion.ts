import type { Operation } from '../../helpers/bare-lender/routes.ts';
import type { Random } from '../fuzz/random.ts';
import {
  addedTexts,
  badRows,
  changedFields,
  cutAfter,
  cutAndHeardLate,
  cutBefore,
  cutWithin,
  type Distortion,
  interim,
  oddlyTyped,
  otherStatus,
  strangeBody,
  withoutRoute,
  wrongLink,
} from './distortions.ts';

/** Each with how often it comes among the others. */
type Weighted = readonly (readonly [Distortion, number])[];

const anywhere: Weighted = [
  [changedFields, 10],
  [otherStatus, 4],
  [strangeBody, 2],
  [oddlyTyped, 1],
  [cutAfter, 1],
  [cutBefore, 1],
  [cutWithin, 1],
  [interim, 1],
];
const lists: Weighted = [...anywhere, [badRows, 12]];
const applications: Weighted = [...anywhere, [addedTexts, 7]];
const heardOnce: Weighted = [...applications, [cutAndHeardLate, 3], [cutAfter, 5]];

const byOperation: Readonly<Record<Operation, Weighted>> = {
  soft_pull: heardOnce,
  select: [...applications, [wrongLink, 12]],
  loan: [...applications, [withoutRoute, 2]],
  loans: anywhere,
  invite_portal: applications,
  charge: heardOnce,
  approve: anywhere,
  refund: anywhere,
  cancel: anywhere,
  increase: anywhere,
  pending: lists,
  transactions: lists,
  activity: lists,
  settled: anywhere,
  rate_sheet: anywhere,
};

/** True if charges are looked for in its answer. */
export function isList(operation: Operation): boolean {
  return byOperation[operation] === lists;
}

/** How an answer of the operation is changed. */
export function distortionFor(random: Random, operation: Operation): Distortion {
  const weighted = byOperation[operation];
  let left = random.below(weighted.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [distortion, weight] of weighted) {
    if (left < weight) return distortion;
    left -= weight;
  }
  return changedFields;
}
