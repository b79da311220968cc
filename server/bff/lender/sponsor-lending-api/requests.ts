import { dayMs } from '../../../platform/durations.ts';
import { formatCents } from '../../../platform/money.ts';
import type { ChargeCall, ChargeQuery, SelectCall, SoftPullCall } from '../lender.ts';

type Body = Readonly<Record<string, unknown>>;

export function softPullBody({ applicant, id, ...call }: SoftPullCall): Body {
  return {
    ...applicant,
    request_user_id: call.requestUserId,
    external_application_id: id,
    loan_id: id,
    requested_amount: call.requestedAmount,
    locale: call.locale,
    consent_ip_address: call.consentIpAddress,
    consent_user_agent: call.consentUserAgent,
    consent_session_id: id,
    sponsor_callback_url: call.callbackUrl,
    sponsor_redirect_url: call.redirectUrl,
  };
}

export function selectBody(call: SelectCall): Body {
  return {
    selected_amount: call.amount,
    request_user_id: call.requestUserId,
    sponsor_redirect_url: call.redirectUrl,
    locale: call.locale,
  };
}

export function chargeBody({ split, ...call }: ChargeCall): Body {
  return {
    request_user_id: call.requestUserId,
    external_application_id: call.applicationId,
    transaction_description: call.kind,
    consumer_charge_amount: formatCents(call.cents),
    net_to_merchant_amount: formatCents(split.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(split.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(split.net_to_sponsor_amount_cents),
    transaction_callback_url: call.callbackUrl,
    payment_identifier: call.paymentIdentifier,
    description: call.description,
  };
}

/** With a day's margin on both sides: in which zone the lender counts its days is not said. */
export function dateRange({ from, to }: ChargeQuery): { begin_date: string; end_date: string } {
  return { begin_date: dateOf(from - dayMs), end_date: dateOf(to + dayMs) };
}

/** All-transactions writes its dates `MM/DD/YYYY`. */
export function usDateRange(query: ChargeQuery): { begin_date: string; end_date: string } {
  const { begin_date, end_date } = dateRange(query);
  return { begin_date: usDate(begin_date), end_date: usDate(end_date) };
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** @example usDate('2026-03-02') => '03/02/2026' */
function usDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}
