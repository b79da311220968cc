import assert from 'node:assert/strict';
import { requestExamples } from '../../../server/lending-api/examples/examples.ts';
import { routes } from '../../../server/lending-api/routes.ts';
import type { TestLending } from '../../helpers/lending.ts';
import type { Body } from '../api-testbed.ts';
import { addressOf } from '../calls/endpoint.ts';

/** What one example was answered, with the ids that its service made in place of the example's. */
export interface ExampleAnswer {
  operation: string;
  status: number;
  answer: unknown;
}

/**
 * Calls every example of the document, one after the other, as one scenario of a merchant and its
 * consumers. Between them the sandbox takes the steps that are not the sponsor's.
 */
export async function runScenario(lending: TestLending): Promise<ExampleAnswer[]> {
  const run = new ScenarioRun(lending);
  for (const step of scenario) await step(run);
  return run.told;
}

type Step = (run: ScenarioRun) => Promise<unknown>;

class ScenarioRun {
  readonly told: ExampleAnswer[] = [];
  readonly #lending: TestLending;
  /** Ids that the examples use, and those that the service made. */
  readonly #real = new Map<string, string>();

  constructor(lending: TestLending) {
    this.#lending = lending;
  }

  /** Calls an operation's example. */
  async tell(operation: string): Promise<Body> {
    const route = routes.find(({ operationId }) => operationId === operation);
    const example = requestExamples[operation];
    assert.ok(route && example, `${operation} has an example`);
    // Lists put the newest first: no two calls come at the same moment.
    this.#lending.tick(1_000);
    const { body, ...address } = this.#withRealIds(example);
    const path = addressOf(route, address);
    const response = await this.#lending.call(route.method.toUpperCase(), path, { body });
    const answer = (await response.json()) as Body;
    assert.ok(response.ok, `${operation}: ${response.status} ${JSON.stringify(answer)}`);
    this.told.push({ operation, status: response.status, answer: this.#withExampleIds(answer) });
    return answer;
  }

  /** From here on the service's id stands for the one that an example's path has. */
  learn(operation: string, parameter: string, real: unknown): void {
    const written = requestExamples[operation]?.path?.[parameter] ?? '';
    this.#real.set(written, String(real));
  }

  async sandbox(path: string, body: unknown = {}): Promise<void> {
    const filled = this.#withRealIds(path);
    const response = await this.#lending.call('POST', `/sandbox/v1${filled}`, { body });
    assert.ok(response.ok, `${path}: ${await response.text()}`);
  }

  /** A call that is no example. */
  async aside(method: string, path: string, body: unknown): Promise<Body> {
    const response = await this.#lending.call(method, `/api/v1/sponsor${path}`, { body });
    return (await response.json()) as Body;
  }

  #withRealIds<Value>(value: Value): Value {
    return replaced(value, [...this.#real]);
  }

  #withExampleIds<Value>(value: Value): Value {
    return replaced(
      value,
      [...this.#real].map(([written, real]) => [real, written]),
    );
  }
}

function replaced<Value>(value: Value, pairs: readonly [string, string][]): Value {
  const text = pairs.reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(value));
  return JSON.parse(text);
}

const tell =
  (operation: string): Step =>
  (run) =>
    run.tell(operation);
const sandbox =
  (path: string, body?: unknown): Step =>
  (run) =>
    run.sandbox(path, body);

const charge = requestExamples.approveChargeRequest?.path?.payment_request_uuid ?? '';

const scenario: readonly Step[] = [
  async (run) => {
    const { platform_merchant_id } = await run.tell('onboardMerchant');
    run.learn('createOfferCode', 'merchant_uuid', platform_merchant_id);
  },
  sandbox('/merchants/birchwood/complete-onboarding'),
  ...['createMerchantUser', 'updateMerchantUser', 'batchCreateUsers'].map(tell),
  ...['retrieveMerchantUser', 'registerPaymentDetail'].map(tell),
  failVerification,
  ...['initiateMicroDeposits', 'verifyMicroDeposits', 'listRateSheet', 'selectProducts'].map(tell),
  ...['createOfferCode', 'listOfferCodes', 'retrieveOfferCode', 'deactivateOfferCode'].map(tell),
  ...['listMerchants', 'retrieveMerchant', 'createInvitation', 'listInvitations'].map(tell),
  async (run) => {
    const { offers } = await run.tell('softPull');
    run.learn('selectOffer', 'offer_uuid', (offers as Body[])[0]?.offer_uuid);
  },
  tell('selectOffer'),
  sandbox('/applications/order-10042/accept-terms'),
  ...['invitePortal', 'listLoanApplications', 'increaseCreditLine'].map(tell),
  async (run) => {
    const { payment_request_uuid } = await run.tell('createChargeRequest');
    run.learn('approveChargeRequest', 'payment_request_uuid', payment_request_uuid);
  },
  ...['listPendingChargeRequests', 'approveChargeRequest', 'listTransactions'].map(tell),
  ...['listAllTransactions', 'listAvailableTransactions'].map(tell),
  sandbox(`/transactions/${charge}/advance`, { to: 'Transferred' }),
  ...['checkSettlement', 'listRefundableTransactions', 'createRefund'].map(tell),
  tell('retrieveLoanApplication'),
  acceptAnother,
  ...['cancelAccount', 'listStatements', 'retrieveStatement'].map(tell),
];

/** Four wrong attempts: only a verification that failed is started again. */
async function failVerification(run: ScenarioRun): Promise<void> {
  const path = '/merchants/payment-detail/verify-micro-deposits/birchwood-admin/';
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await run.aside('POST', path, { micro_deposits_amounts: ['0.01', '0.02'] });
  }
}

/** The loan that is canceled unspent. */
async function acceptAnother(run: ScenarioRun): Promise<void> {
  const external_application_id = 'order-10044';
  const applicant = { ...(requestExamples.softPull?.body as Body), email: 'bo@example.test' };
  const body = { ...applicant, external_application_id };
  const { offers } = await run.aside('POST', '/consumers/soft-pull/', body);
  const [offer] = offers as Body[];
  await run.aside('PATCH', `/consumers/offers/${String(offer?.offer_uuid)}/select/`, {});
  await run.sandbox(`/applications/${external_application_id}/accept-terms`);
}
