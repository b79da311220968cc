import { type Offer, offerSchema } from '../../../widget/contract/offer.ts';
import type { Lender } from '../lender/lender.ts';
import { listed } from './field-names.ts';
import type { Heard, RowNames } from './heard-answers.ts';
import type { StepReport } from './step-report.ts';

type OfferFields = Lender['offerFields'];

/** The fields that an offer is drawn from, needed or not. */
export const offerFieldNames = Object.keys(offerSchema.shape);

/**
 * Says which fields of the offers nobody reads: neither is the adapter known to read or to ignore
 * them, nor did it make anything of what stands in them. Either may be a condition of the price.
 */
export function reportOfferFields(
  report: StepReport,
  heard: Heard,
  { offers, offerFields }: { offers: readonly Offer[] | null; offerFields: OfferFields },
): void {
  const rows = offerRows(heard, offerFields);
  if (rows.length < (offers?.length ?? 0)) {
    report.say('WRONG', 'offers were read whose fields nobody could see');
    report.say('adapter', 'options.observer.answered?.({ operation, body });  for every 2xx');
  }
  const unread = unreadFields(heard, offerFields);
  for (const field of unread) {
    const why = 'a condition that nobody reads makes a wrong offer';
    report.say('WRONG', `${listed([field])} of an offer is neither read nor ignored: ${why}`);
  }
  if (unread.length > 0) {
    const free = offerFieldNames.filter((name) => !rows.some(({ names }) => names.has(name)));
    report.say('adapter', `${listed(unread)}: '<which it is>',  one of ${free.join(', ')}`);
    const ignored = unread.map((field) => `'${listed([field])}'`).join(', ');
    report.say(
      'adapter',
      `offerFields.ignored: ${ignored},  if it says nothing of the price or its conditions`,
    );
  }
  for (const field of unreadableFields(rows, offers ?? [], offerFields)) {
    report.say('WRONG', `${field} of an offer is said, in a form that cannot be read`);
    report.say('adapter', `${field}: translated to the form of widget/contract/offer.ts`);
  }
}

/** The lists called `offers`; where there is none, those whose rows look like offers. */
function offerRows({ lists }: Heard, { read }: OfferFields): RowNames[] {
  const named = lists.filter(({ name }) => name === 'offers');
  const known = new Set(read);
  const alike = lists.filter(({ rows }) =>
    rows.some(({ names }) => [...names].filter((name) => known.has(name)).length > 1),
  );
  return (named.length > 0 ? named : alike).flatMap(({ rows }) => rows);
}

/** Of the offers that were heard, what the adapter neither reads nor ignores. */
export function unreadFields(heard: Heard, offerFields: OfferFields): string[] {
  const known = new Set([...offerFields.read, ...offerFields.ignored]);
  const names = new Set(offerRows(heard, offerFields).flatMap((row) => [...row.names]));
  return [...names].filter((name) => !known.has(name));
}

/** Those that more offers say than were read of the offers that can be drawn. */
function unreadableFields(
  rows: readonly RowNames[],
  offers: readonly Offer[],
  { read }: OfferFields,
): string[] {
  const left = Math.max(rows.length - offers.length, 0);
  const known = new Set(read);
  return offerFieldNames.filter((field) => {
    const said = rows.filter((row) => row.said.has(field)).length;
    const drawn = offers.filter((offer) => Object.hasOwn(offer, field)).length;
    return known.has(field) && drawn < said - left;
  });
}
