import { isRefusal } from '../lender-error.ts';
import type {
  Lender,
  LenderOptions,
  LoanName,
  LoanReading,
  PortalReading,
  SelectCall,
  SelectionReading,
  SoftPullCall,
} from '../lender.ts';
import { type Answer, type Call, type Calls, consumersPath, merchantsPath } from './calls.ts';
import { readLoan, readPortal } from './read-loan.ts';
import { readFields, readMoney, readText, readTime, readUuid } from './values.ts';

type ApplicationCalls = Pick<Lender, 'softPull' | 'select' | 'loan' | 'invitePortal'>;

/** From the application to the account (Sponsor Lending API, consumer application endpoints). */
export function applicationCalls(
  calls: Calls,
  { softPullMs }: Pick<LenderOptions, 'softPullMs'>,
): ApplicationCalls {
  return {
    softPull: (call) => calls.make({ ...softPullCall(call), totalMs: softPullMs }, loanOf),
    select: (call) => select(calls, call),
    loan: (name) =>
      calls.make(
        { operation: 'retrieveLoanApplication', method: 'GET', path: loanPath(name) },
        loanOf,
      ),
    invitePortal: async (name) => {
      const path = `${loanPath(name)}invite-portal/`;
      const sent = await calls.perform(
        { operation: 'invitePortal', method: 'POST', path },
        portalOf,
      );
      return sent ?? { portalStatus: null, eligibility: null };
    },
  };
}

function softPullCall({ applicant, id, ...call }: SoftPullCall): Call {
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
    return await calls.make({ ...request, body }, selectionOf);
  } catch (error) {
    const mayBeOfBody = isRefusal(error, 400) || isRefusal(error, 422);
    // Without its body the call takes the whole offer, which is more debt than was chosen.
    if (!mayBeOfBody || isOtherAmount) throw error;
    return calls.make(request, selectionOf);
  }
}

function loanPath({ requestUserId, loanId }: LoanName): string {
  const user = encodeURIComponent(requestUserId);
  return `${merchantsPath}/loan-applications/${user}/loan/${encodeURIComponent(loanId)}/`;
}

function loanOf({ body, noticing, lacks }: Answer): LoanReading {
  const fields = readFields(body);
  if (fields === null) throw lacks('decision');
  return readLoan(fields, noticing);
}

function selectionOf({ body }: Answer): SelectionReading {
  const fields = readFields(body) ?? {};
  return {
    link: readText(fields.consumer_invitation_link),
    linkExpiresAt: readTime(fields.link_expires_at),
    offerUuid: readUuid(fields.offer_uuid),
    selectedAmount: readMoney(fields.selected_amount),
  };
}

function portalOf({ body, noticing }: Answer): PortalReading {
  return readPortal(readFields(body) ?? {}, noticing);
}
