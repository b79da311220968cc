import { createSecretKey, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { IdSource } from '../../platform/ids.ts';
import { createHttpClient, type HttpClient } from '../../platform/outbound/http-client.ts';
import { isFailure, isUnauthorized } from '../../platform/outbound/http-outcome.ts';
import { type BffConfig, defaultTiming } from '../context.ts';
import { stepOf } from '../domain/step.ts';
import type { CreateLender, Lender } from '../lender/lender.ts';
import createSponsorLendingApi from '../lender/sponsor-lending-api/adapter.ts';
import { Merchants } from '../merchants.ts';
import { HeardAnswers } from './attempt.ts';
import { type Check, newCheckout } from './check.ts';
import { checkLoan, checkSelection, checkSoftPull } from './check-application.ts';
import { checkCharge, checkLists, checkRateSheet } from './check-charge.ts';
import { CheckError, type CheckRequest, readRequest } from './check-request.ts';
import { StepReport } from './step-report.ts';

export interface CheckOptions {
  /** What follows the command. */
  args: readonly string[];
  config: BffConfig & { readonly isStagingLender: boolean };
  /** The built-in adapter when absent. */
  createLender?: CreateLender | undefined;
  readFile: (path: string) => string;
  clock: Clock;
  ids: IdSource;
}

export interface CheckReport {
  readonly text: string;
  /** Nothing is wrong. */
  readonly isRight: boolean;
}

/**
 * Walks the way of a consumer at the lender, by its adapter and without a database, and says what the
 * BFF makes of its answers. Of those it keeps names of fields alone. Only at a staging lender does it
 * apply, choose and charge.
 * @throws ArgumentsError, CheckError when nothing can be checked
 */
export async function checkLender(options: CheckOptions): Promise<CheckReport> {
  const { config, clock, ids } = options;
  const request = readRequest(options);
  const heard = new HeardAnswers();
  const { http, lender } = connect(options, request, heard);
  const merchants = new Merchants([request.merchant]);
  // What it signs opens nothing: no BFF knows the checkout.
  const returnCodeKey = createSecretKey(randomBytes(32));
  const context = { config, merchants, lender, clock, ids, returnCodeKey };
  try {
    const probed = await checkProbe(http, lender);
    const check = { context, merchant: request.merchant, heard };
    const walked = await walk(check, request, config.isStagingLender);
    return describe([...probed, ...walked], options, request);
  } finally {
    await http.close();
  }
}

async function walk(
  check: Check,
  { applicant, loanId, isCharged, cents }: CheckRequest,
  isStagingLender: boolean,
): Promise<StepReport[]> {
  const reports = [await checkRateSheet(check)];
  let checkout = newCheckout(check, { id: loanId ?? check.context.ids.uuid(), cents });
  if (applicant !== undefined && isStagingLender) {
    const pulled = await checkSoftPull(check, checkout, applicant);
    reports.push(pulled.report);
    checkout = pulled.checkout;
    const step = stepOf(checkout);
    const [offer] = step.screen === 'offers' ? step.offers : [];
    if (offer !== undefined) {
      const chosen = await checkSelection(check, checkout, offer);
      reports.push(chosen.report);
      checkout = chosen.checkout;
    }
  }
  if (checkout.loan !== null || loanId !== undefined) {
    const read = await checkLoan(check, checkout);
    reports.push(read.report);
    checkout = read.checkout;
  }
  const lists = await checkLists(check, checkout);
  reports.push(lists.report);
  if (isCharged && isStagingLender && lists.records !== null) {
    reports.push(await checkCharge(check, checkout, lists.records));
  }
  return reports;
}

/** The lender as the BFF connects it, but for who observes it. */
function connect(
  { config, createLender = createSponsorLendingApi }: CheckOptions,
  { merchant }: CheckRequest,
  { observer }: HeardAnswers,
): { http: HttpClient; lender: Lender } {
  const { callMs, softPullMs } = { ...defaultTiming, ...config.timing };
  const http = createHttpClient({ limits: { totalMs: callMs }, probe: () => lender.probe });
  const lender: Lender = createLender({
    ...config.lender,
    http,
    softPullMs,
    probeUserId: merchant.admin_user_id,
    observer,
  });
  return { http, lender };
}

/**
 * Before anybody applies: nothing to report, unless no probe would ever close the breaker.
 * @throws CheckError where the lender cannot be called
 */
async function checkProbe(http: HttpClient, { probe }: Lender): Promise<StepReport[]> {
  const outcome = await http.call({ method: 'GET', ...probe });
  if (isUnauthorized(outcome)) {
    throw new CheckError('LENDING_USERNAME or LENDING_PASSWORD is wrong: the lender answers 401');
  }
  const isSilent = outcome.kind === 'unknown' && outcome.status === undefined;
  if (outcome.kind === 'not_sent' || isSilent) {
    const cause = outcome.code ?? outcome.reason;
    throw new CheckError(`LENDING_BASE_URL: the lender cannot be reached, ${cause}`);
  }
  if (!isFailure(outcome)) return [];
  const report = new StepReport('Probe');
  const danger = 'after some failures nothing would be sent any more';
  report.say('WRONG', `the probe is answered ${outcome.status}: ${danger}`);
  report.say('adapter', 'probe: a GET answered with JSON, or with a 4xx other than 401 and 429');
  return [report];
}

function describe(
  reports: readonly StepReport[],
  { config }: CheckOptions,
  { merchant, applicant, loanId }: CheckRequest,
): CheckReport {
  const head = `Lender ${new URL(config.lender.baseUrl).origin}, ${merchant.publishable_key}`;
  const isNobody = applicant === undefined && loanId === undefined;
  const nobody = isNobody ? 'Without a FILE nobody applies, and no offer is checked.' : '';
  const limits = config.isStagingLender
    ? nobody
    : 'Without LENDER_STAGING=true nobody applies, chooses or is charged.';
  const faults = reports.reduce((sum, report) => sum + report.faults, 0);
  const result = faults === 0 ? 'Nothing is wrong.' : `Wrong: ${faults}`;
  const parts = [head, limits, ...reports.map((report) => report.describe()), result];
  return { text: parts.filter((part) => part !== '').join('\n\n'), isRight: faults === 0 };
}
