import type { CreateLender } from './lender.ts';
import createSponsorLendingApi from './sponsor-lending-api/adapter.ts';

type Names = Readonly<Record<string, string>>;

/** What we send: our names of fields, and Meadow Lending's. */
const requests: Names = {
  first_name: 'given_name',
  last_name: 'family_name',
  requested_amount: 'loan_amount',
  description: 'memo',
};

/** What Meadow Lending answers: its names, and ours. */
const answers: Names = {
  rate: 'apr',
  installment: 'monthly_payment',
  months: 'term_months',
  loan_state: 'application_status',
  valid_until: 'expires_at',
  // A refusal names the fields that we sent.
  given_name: 'first_name',
  family_name: 'last_name',
  loan_amount: 'requested_amount',
};

/** Meadow Lending: the Sponsor Lending API, with names of its own where that leaves them open. */
const createMeadowLending: CreateLender = (options) => {
  const { http } = options;
  const { increaseCreditLine: _notOffered, ...lender } = createSponsorLendingApi({
    ...options,
    http: {
      ...http,
      call: async (request) => {
        const outcome = await http.call({ ...request, body: renamed(request.body, requests) });
        return 'body' in outcome ? { ...outcome, body: renamed(outcome.body, answers) } : outcome;
      },
    },
  });
  return lender;
};

function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [
    names[name] ?? name,
    renamed(each, names),
  ]);
  return Object.fromEntries(members);
}

export default createMeadowLending;
