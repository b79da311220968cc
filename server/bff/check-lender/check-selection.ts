import type { Offer } from '../../../widget/contract/offer.ts';
import type { Checkout } from '../domain/checkout.ts';
import { select, selectionOf } from '../domain/applying.ts';
import { stepOf } from '../domain/step.ts';
import type { SelectionReading } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { returnUrlOf, withNextCode } from '../tokens/return-code.ts';
import { attempt, describeFailure, reportHeard } from './attempt.ts';
import type { Check, Stage } from './check.ts';
import { otherFields, reportRenaming } from './loan-fields.ts';
import { reportShown } from './shown-step.ts';
import { StepReport } from './step-report.ts';

/** What happens where the lender does not say it. */
const without: Readonly<Record<Exclude<keyof SelectionReading, 'link'>, string>> = {
  linkExpiresAt: '(link_expires_at): the consumer is not told until when the link can be used',
  offerUuid: '(offer_uuid): what was chosen stands',
  selectedAmount: '(selected_amount): what was chosen stands',
};

/** Chooses an offer as a consumer does who takes all of it. */
export async function checkSelection(check: Check, before: Checkout, offer: Offer): Promise<Stage> {
  const report = new StepReport('Selection');
  const { context, merchant } = check;
  const checkout = withNextCode(context, before);
  const came = await attempt(() =>
    context.lender.select({
      requestUserId: merchant.request_user_id,
      offerUuid: offer.offer_uuid,
      amount: undefined,
      isOtherAmount: false,
      redirectUrl: returnUrlOf(context, checkout),
      locale: checkout.locale,
    }),
  );
  const heard = check.heard.take();
  reportHeard(report, heard);
  if ('error' in came) report.say('WRONG', `selectOffer: ${describeFailure(came.error)}`);
  if ('error' in came && !isUnreadable(came.error)) return { report, checkout };
  const reading = 'answer' in came ? came.answer : nothing;
  const chosen = { offerUuid: offer.offer_uuid, selectedAmount: offer.amount };
  const selection = selectionOf(reading, chosen, context.config.linkAllowedOrigins);
  const after = select(checkout, selection);
  reportSelection(report, reading);
  if (selection.link === null) reportNoLink(report, reading, otherFields(heard));
  reportShown(report, stepOf(after));
  return { report, checkout: after };
}

/** Of a 2xx that says nothing. */
const nothing: SelectionReading = {
  link: null,
  linkExpiresAt: null,
  offerUuid: null,
  selectedAmount: null,
};

function isUnreadable(error: unknown): boolean {
  return error instanceof LenderError && error.unreadable !== undefined;
}

function reportSelection(report: StepReport, reading: SelectionReading): void {
  const said = Object.entries(reading).filter(([, value]) => value !== null);
  report.say('understood', said.map(([name]) => name).join(', '));
  for (const [name, consequence] of Object.entries(without)) {
    const isMissing = reading[name as keyof SelectionReading] === null;
    report.say('missing', isMissing ? `${name} ${consequence}` : '');
  }
}

function reportNoLink(
  report: StepReport,
  { link }: SelectionReading,
  others: readonly string[],
): void {
  const end = 'the consumer ends in ask_lender';
  if (link !== null) {
    report.say('WRONG', `the link is of no origin in LINK_ALLOWED_ORIGINS: ${end}`);
    return;
  }
  report.say('WRONG', `consumer_invitation_link is missing: ${end}`);
  reportRenaming(report, ['consumer_invitation_link'], others);
}
