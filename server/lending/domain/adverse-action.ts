import type { Locale } from '../../lending-api/contact.ts';
import { fillText, type RegulatedTexts } from '../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import type { CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { dayMs } from '../../platform/durations.ts';
import { dollars } from '../../platform/money.ts';
import { type ReasonCode, reasonTexts } from './adverse-action-reasons.ts';
import type { BureauReport, ObtainedReport } from './bureau-report.ts';
import type { DeclineCode } from './decide.ts';
import { longDate } from './formats.ts';
import type { LenderDetails } from './lender.ts';
import { formatLoanNumber } from './loan.ts';

/** What was done with the application; `report` is null when none was obtained. */
export type ActionTaken =
  | { kind: 'declined'; code: DeclineCode; report: ObtainedReport | null }
  | {
      kind: 'counter_offer';
      report: ObtainedReport;
      /** True if the score is why, or the amount alone. */
      is_for_score: boolean;
      approved_amount_cents: number;
      /** The last whole day on which they stand. */
      offers_expire_date: CalendarDate;
    };

interface NoticeAddress {
  texts: RegulatedTexts;
  locale: Locale;
  date: CalendarDate;
  applicant_name: string;
  loan_number: string;
  requested_amount_cents: number;
  lender: LenderDetails;
}

interface Notice {
  text_id: TextId;
  text_version: string;
  subject: string;
  text: string;
}

const subjects: Readonly<Record<Locale, Readonly<Record<ActionTaken['kind'], string>>>> = {
  en: {
    declined: 'Notice about your application',
    counter_offer: 'Notice about your application and our offer',
  },
  es: {
    declined: 'Aviso sobre su solicitud',
    counter_offer: 'Aviso sobre su solicitud y nuestra oferta',
  },
};

/** As many as comment 9(b)(2)-1 of Regulation B advises. */
const mostReasons = 4;

/** The adverse action notice of Regulation B, 1002.9, with the block of FCRA 615(a). */
export function adverseActionNotice(action: ActionTaken, address: NoticeAddress): Notice {
  const { texts, locale, date, lender } = address;
  const id = action.kind === 'declined' ? 'adverse_action_notice' : 'counter_offer_notice';
  const { version, text } = texts.current(id, locale, date);
  return {
    text_id: id,
    text_version: version,
    subject: subjects[locale][action.kind],
    text: fillText(text, {
      date: longDate(date, locale),
      applicant_name: address.applicant_name,
      loan_number: formatLoanNumber(address.loan_number),
      requested_amount: dollars(address.requested_amount_cents),
      reasons: bulleted(reasonsOf(action), locale),
      report_block: reportBlock(action, address),
      ecoa_notice: ecoaNotice(address),
      lender_name: lender.name,
      lender_address: lender.address,
      lender_phone: lender.phone,
      ...counterOffer(action, locale),
    }),
  };
}

/** What 12 CFR 1002.9(b)(1) has every notice of an adverse action say. */
export function ecoaNotice({
  texts,
  locale,
  date,
  lender,
}: Pick<NoticeAddress, 'texts' | 'locale' | 'date' | 'lender'>): string {
  return fillText(texts.current('ecoa_notice', locale, date).text, {
    agency_name: lender.agency_name,
    agency_address: lender.agency_address,
  });
}

/** The principal reasons of an action, the weightiest first. */
export function reasonsOf(action: ActionTaken): readonly ReasonCode[] {
  if (action.kind === 'counter_offer') {
    return action.is_for_score ? scoreReasons(action.report) : ['TERMS_REQUESTED'];
  }
  if (action.code !== 'SCORE_LOW') return [action.code];
  return action.report === null ? [] : scoreReasons(action.report);
}

function scoreReasons({ score }: BureauReport): ReasonCode[] {
  return (score?.factors ?? []).slice(0, mostReasons);
}

/** At most four key factors of a score, and the number of inquiries as a fifth (FCRA 609(f)(9)). */
function keyFactors(report: BureauReport): ReasonCode[] {
  const others = (report.score?.factors ?? []).slice(mostReasons);
  return [...scoreReasons(report), ...others.filter((factor) => factor === 'recent_inquiries')];
}

function reportBlock(action: ActionTaken, { texts, locale, date }: NoticeAddress): string {
  const { report } = action;
  if (report === null || !restsOnReport(action)) {
    return texts.current('report_not_used', locale, date).text;
  }
  const agency = {
    bureau_name: report.agency.name,
    bureau_address: report.agency.address,
    bureau_phone: report.agency.phone,
  };
  if (report.score === null) {
    return fillText(texts.current('report_used_without_score', locale, date).text, agency);
  }
  if (!weighsScore(action)) {
    return fillText(texts.current('report_used_score_not_used', locale, date).text, agency);
  }
  return fillText(texts.current('report_used_with_score', locale, date).text, {
    ...agency,
    score: String(report.score.value),
    score_date: longDate(easternDate(report.obtained_at), locale),
    score_low: String(report.score.lowest),
    score_high: String(report.score.highest),
    key_factors: bulleted(keyFactors(report), locale),
  });
}

const withoutReport: ReadonlySet<DeclineCode> = new Set([
  'STACKING_OWN',
  'STATE_UNSUPPORTED',
  'NO_PRODUCTS',
  'AMOUNT_LOW',
]);

function restsOnReport(action: ActionTaken): boolean {
  return action.kind === 'counter_offer' || !withoutReport.has(action.code);
}

/**
 * What is decided after the score is looked at is decided with it, whether or not it is the reason:
 * it opens the tier and its amount. The other codes of a report stand before that.
 */
const withScore: ReadonlySet<DeclineCode> = new Set([
  'SCORE_LOW',
  'INCOME_LOW',
  'DTI_HIGH',
  'PRODUCTS_EXCLUDED',
]);

function weighsScore(action: ActionTaken): boolean {
  return action.kind === 'counter_offer' || withScore.has(action.code);
}

function counterOffer(action: ActionTaken, locale: Locale): Record<string, string> {
  if (action.kind === 'declined') return {};
  return {
    approved_amount: dollars(action.approved_amount_cents),
    offers_expire_date: longDate(action.offers_expire_date, locale),
  };
}

function bulleted(reasons: readonly ReasonCode[], locale: Locale): string {
  return reasons.map((reason) => `- ${reasonTexts[locale][reason]}`).join('\n');
}

/** Regulation B, 12 CFR 1002.9(a)(1)(i): 30 days from the completed application. */
const noticeDays = 30;

/** What has not left by e-mail is mailed early enough to be repeated. */
const letterLeadDays = 5;

/** When the law wants a notice out at the latest (epoch ms). */
export function noticeDeadline(completedAt: number): number {
  return completedAt + noticeDays * dayMs;
}

/** When a notice that is still waiting goes by post (epoch ms). */
export function letterDueAt(deadlineAt: number): number {
  return deadlineAt - letterLeadDays * dayMs;
}
