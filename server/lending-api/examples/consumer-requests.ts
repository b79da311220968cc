import { applicantExample } from './applicant.ts';
import type { RequestExamples } from './request-example.ts';

const rep = 'birchwood-rep-1';
const application = 'order-10042';
const offer = '0b6f2f1f-9d10-4d2a-9a3e-3f0c2a587f7e';
const callback = 'https://sponsor.example/callbacks/applications';

const loan = { request_user_id: rep, loan_id: application };

export const consumerRequests: RequestExamples = {
  createInvitation: {
    body: {
      request_user_id: rep,
      email: 'noa.sample@example.test',
      first_name: 'Noa',
      external_application_id: 'order-10043',
      requested_amount: '6400.00',
      sponsor_callback_url: callback,
      locale: 'es',
    },
  },
  listInvitations: {
    path: { request_user_id: rep },
    query: { ordering: '-modified', search: 'noa', page: '1', page_size: '25' },
  },
  softPull: {
    body: {
      request_user_id: rep,
      external_application_id: application,
      ...applicantExample,
      soft_pull_consent: true,
      soft_pull_consent_version: '2026-01',
      soft_pull_consent_text_sha256:
        '9c3287d8bd9cb9bff9a07e92da97620828067f9a7a4a3caf759436639cea5a48',
      soft_pull_consent_at: '2026-03-02T15:00:00Z',
      esign_consent: true,
      esign_consent_version: '2026-01',
      esign_consent_at: '2026-03-02T14:59:00Z',
      privacy_notice_ack: true,
      privacy_notice_version: '2026-01',
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T14:59:00Z',
      consent_ip_address: '203.0.113.7',
      consent_user_agent: 'Sample Browser 1.0',
      consent_session_id: 'session-1',
      sponsor_callback_url: callback,
      sponsor_redirect_url: 'https://shop.example/checkout',
    },
  },
  selectOffer: { path: { offer_uuid: offer }, body: { selected_amount: '8000.00' } },
  invitePortal: { path: loan },
  listLoanApplications: { path: { request_user_id: rep } },
  retrieveLoanApplication: { path: loan },
  cancelAccount: {
    body: {
      request_user_id: rep,
      external_application_id: 'order-10044',
      reason: 'The order was withdrawn.',
    },
  },
  increaseCreditLine: {
    body: { external_application_id: application, request_user_id: rep, cli_amount: 12000 },
  },
};
