/** A mistake in the service's source that the matrix has to notice. */
export interface Mutant {
  name: string;
  /** Below `server/lending/`. */
  file: string;
  search: string;
  replace: string;
  /** Where it must be noticed. */
  endpoint: string;
}

const charge = 'POST /api/v1/sponsor/merchants/payment-request/';
const loan = 'GET /api/v1/sponsor/merchants/loan-applications/{request_user_id}/loan/{loan_id}/';

export const mutants: readonly Mutant[] = [
  {
    name: 'a Salesmanager may choose products',
    file: 'domain/merchant-users.ts',
    search: 'Salesmanager: consumerActions,',
    replace: "Salesmanager: { ...consumerActions, manage_rate_sheet: 'all' },",
    endpoint: 'PATCH /api/v1/sponsor/merchants/rate-sheets/',
  },
  {
    name: 'a Salesperson may cancel',
    file: 'domain/merchant-users.ts',
    search: "Salesperson: { invite: 'own',",
    replace: "Salesperson: { cancel_account: 'own', invite: 'own',",
    endpoint: 'POST /api/v1/sponsor/consumers/accounts/cancel/',
  },
  {
    name: 'a Salesrep may charge whom another invited',
    file: 'operations/acting-user.ts',
    search: "return reach === 'all' ||",
    replace: "return reach !== 'nothing' ||",
    endpoint: charge,
  },
  {
    name: 'a user that is not active may act',
    file: 'operations/acting-user.ts',
    search: "user.status !== 'Active'",
    replace: "user.status === 'nothing'",
    endpoint: charge,
  },
  {
    name: 'loans of other merchants are found',
    file: 'operations/acting-user.ts',
    search: 'found?.merchant_id === user.merchant_id',
    replace: 'found !== undefined',
    endpoint: loan,
  },
  {
    name: 'offers of other sponsors are found, and then refused',
    file: 'store/offers.ts',
    search: ".where('sponsor_id', '=', sponsorId)",
    replace: '',
    endpoint: 'PATCH /api/v1/sponsor/consumers/offers/{offer_uuid}/select/',
  },
];
