import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import type {
  AccountCall,
  Lender,
  LenderOptions,
  LoanName,
  LoanReading,
  PortalReading,
  RateSheetProduct,
  SelectCall,
  SelectionReading,
  SoftPullCall,
} from '../lender.ts';
import { isRefusal } from '../lender-error.ts';
import { type Answer, type Call, Calls, consumersPath, merchantsPath } from './calls.ts';
import { chargeCalls, refundCalls } from './charge-calls.ts';
import { chargeLists } from './charge-lists.ts';
import { readList } from './read-list.ts';
import { offerFields, readLoan, readPortal } from './read-loan.ts';
import {
  type Noticing,
  promoTypes,
  type Reader,
  readApr,
  readCount,
  readDate,
  readFields,
  readFlag,
  readId,
  readMoney,
  readRate,
  readText,
  readTime,
  readUuid,
  wordsOf,
} from './values.ts';

/**
 * The Sponsor Lending API. What it documents is needed, and what else a lender says is taken where
 * it is there.
 */
export default function createSponsorLendingApi(options: LenderOptions): Lender {
  const calls = new Calls(options);
  return {
    offerFields,
    probe: {
      url: `${options.baseUrl}${rateSheetPath(options.probeUserId)}`,
      headers: { authorization: basicAuthHeader(options) },
    },
    ...applicationCalls(calls, options),
    ...chargeCalls(calls),
    ...chargeLists(calls),
    ...rateSheetCalls(calls),
    ...refundCalls(calls),
    ...accountCalls(calls),
  };
}

/** Sponsor Lending API, consumer account endpoints. */
function accountCalls(calls: Calls): Pick<Lender, 'cancelAccount' | 'increaseCreditLine'> {
  const post = async (call: Pick<Call, 'operation' | 'path' | 'body' | 'totalMs'>) => {
    await calls.make({ ...call, method: 'POST', mayBeEmpty: true }, () => null);
  };
  return {
    cancelAccount: (call) =>
      post({
        operation: 'cancelAccount',
        path: `${consumersPath}/accounts/cancel/`,
        body: namesOf(call),
        totalMs: call.totalMs,
      }),
    increaseCreditLine: ({ cents, ...call }) =>
      post({
        operation: 'increaseCreditLine',
        path: `${consumersPath}/accounts/credit-line-increase/`,
        // The one amount that the API takes as a number.
        body: { ...namesOf(call), cli_amount: cents / 100 },
        totalMs: call.totalMs,
      }),
  };
}

function namesOf({ requestUserId, applicationId }: AccountCall) {
  return { external_application_id: applicationId, request_user_id: requestUserId };
}

type ApplicationCalls = Pick<Lender, 'softPull' | 'select' | 'loan' | 'invitePortal'>;

/** From the application to the account (Sponsor Lending API, consumer application endpoints). */
function applicationCalls(
  calls: Calls,
  { softPullMs }: Pick<LenderOptions, 'softPullMs'>,
): ApplicationCalls {
  return {
    softPull: (call) =>
      calls.make({ ...softPullRequest(call), totalMs: call.totalMs ?? softPullMs }, loanReadingOf),
    select: (call) => select(calls, call),
    loan: (name) =>
      calls.make(
        { operation: 'retrieveLoanApplication', method: 'GET', path: loanPath(name) },
        loanReadingOf,
      ),
    invitePortal: (name) => {
      const path = `${loanPath(name)}invite-portal/`;
      return calls.make(
        { operation: 'invitePortal', method: 'POST', path, mayBeEmpty: true },
        portalReadingOf,
      );
    },
  };
}

function softPullRequest({ applicant, id, ...call }: SoftPullCall): Call {
  return {
    operation: 'softPull',
    method: 'POST',
    path: `${consumersPath}/soft-pull/`,
    body: {
      ...applicant,
      request_user_id: call.requestUserId,
      external_application_id: id,
      loan_id: id,
      offer_code_name: call.offerCode,
      requested_amount: call.requestedAmount,
      locale: call.locale,
      consent_ip_address: call.consentIpAddress,
      consent_user_agent: call.consentUserAgent,
      consent_session_id: id,
      sponsor_callback_url: call.callbackUrl,
      sponsor_redirect_url: call.redirectUrl,
    },
  };
}

async function select(
  calls: Calls,
  { offerUuid, amount, isOtherAmount, ...call }: SelectCall,
): Promise<SelectionReading> {
  const request: Call = {
    operation: 'selectOffer',
    method: 'PATCH',
    path: `${consumersPath}/offers/${encodeURIComponent(offerUuid)}/select/`,
  };
  const body = {
    selected_amount: amount,
    request_user_id: call.requestUserId,
    sponsor_redirect_url: call.redirectUrl,
    locale: call.locale,
  };
  try {
    return await calls.make({ ...request, body }, selectionReadingOf);
  } catch (error) {
    const mayBeOfBody = isRefusal(error, 400) || isRefusal(error, 422);
    // Without its body the call takes the whole offer, which is more debt than was chosen.
    if (!mayBeOfBody || isOtherAmount) throw error;
    return calls.make(request, selectionReadingOf);
  }
}

function loanPath({ requestUserId, loanId }: LoanName): string {
  const user = encodeURIComponent(requestUserId);
  return `${merchantsPath}/loan-applications/${user}/loan/${encodeURIComponent(loanId)}/`;
}

function loanReadingOf({ body, noticing, lacks }: Answer): LoanReading {
  const fields = readFields(body);
  if (fields === null) throw lacks('decision');
  return readLoan(fields, noticing);
}

function selectionReadingOf({ body }: Answer): SelectionReading {
  const fields = readFields(body) ?? {};
  return {
    link: readText(fields.consumer_invitation_link),
    linkExpiresAt: readTime(fields.link_expires_at),
    offerUuid: readUuid(fields.offer_uuid),
    selectedAmount: readMoney(fields.selected_amount),
  };
}

function portalReadingOf({ body, noticing }: Answer): PortalReading {
  return readPortal(readFields(body) ?? {}, noticing);
}

function rateSheetPath(adminUserId: string): string {
  return `${merchantsPath}/rate-sheets/${encodeURIComponent(adminUserId)}/`;
}

/** Sponsor Lending API, merchant endpoints: the products of the rate sheet that can be read whole. */
function rateSheetCalls(calls: Calls): Pick<Lender, 'rateSheet'> {
  const operation = 'listRateSheet';
  return {
    rateSheet: async (adminUserId) => {
      const path = rateSheetPath(adminUserId);
      const call = { operation, path, query: {}, isPaged: false };
      const { rows } = await readList(calls, call, (page) =>
        page.flatMap((row) => readProduct(row, calls.noticing(operation)) ?? []),
      );
      return rows;
    },
  };
}

type Plain = Omit<RateSheetProduct, 'promo_type' | 'most_offered_amount' | 'expiration_date'>;

const readers: { readonly [Field in keyof Plain]: Reader<Plain[Field]> } = {
  product_id: readId,
  product_name: readText,
  min_amount: readMoney,
  max_amount: readMoney,
  interest_rate: readRate,
  term_months: readCount,
  promo_months: readCount,
  origination_fee_percent: readRate,
  merchant_fee_percent: readApr,
  platform_fee_percent: readApr,
  lender_name: readText,
  lender_nmls_id: readId,
  is_available: readFlag,
  is_selected: readFlag,
  effective_date: readDate,
};

function readProduct(row: unknown, noticing: Noticing): RateSheetProduct | undefined {
  const fields = readFields(row) ?? {};
  const read: Record<string, unknown> = {
    promo_type: wordsOf(fields, noticing)('promo_type', promoTypes),
  };
  for (const [field, readField] of Object.entries(readers)) read[field] = readField(fields[field]);
  const lacking = Object.keys(read).find((field) => read[field] === null);
  if (lacking !== undefined) {
    noticing('bad_row', lacking);
    return undefined;
  }
  return asProduct({
    ...read,
    most_offered_amount: readMoney(fields.most_offered_amount),
    expiration_date: readDate(fields.expiration_date),
  });
}

/** Every field has been read. */
function asProduct(read: Record<string, unknown>): RateSheetProduct {
  return read as unknown as RateSheetProduct;
}
