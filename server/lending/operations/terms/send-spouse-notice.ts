import type { Transaction } from 'kysely';
import { fillText } from '../../../lending-api/texts/regulated-texts.ts';
import { dollars } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import type { LoanTerms } from '../../documents/loan-terms.ts';
import { longDate } from '../../domain/formats.ts';
import { openApplicant } from '../../store/applicants.ts';
import { addressOf } from '../../store/letters.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { queueLetter } from '../letters.ts';

/** The applicant's spouse, who does not apply. */
export interface Spouse {
  name: string;
  /** Empty where it is the applicant's. */
  address: string;
}

/**
 * Puts the notice to the spouse of a Wisconsin resident into the post (Wis. Stat. 766.56(3)(b)). The
 * application is locked.
 */
export async function sendSpouseNotice(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { spouse, terms }: { spouse: Spouse; terms: LoanTerms },
): Promise<void> {
  const { sealer, config } = context;
  const { id: application_id, sponsor_id, locale } = application;
  const { text } = config.texts.current('wi_spouse_notice', locale, terms.on_date);
  const content = fillText(text, {
    date: longDate(terms.on_date, locale),
    applicant_name: terms.applicant_name,
    credit_limit: dollars(terms.credit_limit_cents),
    loan_number: terms.loan_number,
  });
  const own = addressOf(openApplicant(sealer, application));
  await queueLetter(context, tx, {
    sponsor_id,
    application_id,
    kind: 'wi_spouse_notice',
    recipient: { name: spouse.name, lines: spouse.address === '' ? own : [spouse.address] },
    content,
  });
}
