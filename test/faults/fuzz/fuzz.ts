import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { ApiTestbed } from '../../conformance/api-testbed.ts';
import type { Call, Endpoint } from '../../conformance/calls/endpoint.ts';
import { endpoints } from '../../conformance/calls/endpoints.ts';
import { servedContract } from '../../conformance/contract.ts';
import { type MerchantFixture, newMerchantFixture } from '../../conformance/merchant-fixture.ts';
import { otherSponsor } from '../../conformance/sponsors.ts';
import { disturb } from './disturb.ts';
import { judge } from './judge.ts';
import { Random } from './random.ts';
import { type Wilderness, type WildRequest, wildRequest } from './wild-request.ts';

export interface FuzzReport {
  seed: number;
  requests: number;
  endpoints: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** One line an answer of 500 and above. */
  serverErrors: string[];
  /** One line an answer that is not of its own form. */
  unfit: string[];
  slowestMs: number;
}

/** A call is used this often before a fresh one is prepared: one that changes something works once. */
const usualUses = { GET: 20, POST: 4, PATCH: 4 } as const;
type Uses = Readonly<Record<Endpoint['method'], number>>;
const callsPerFixture = 25;
const requestsPerDay = 400;
/** How often the sandbox takes a step before a request. */
const disturbed = 0.2;

export interface FuzzRun {
  seed: number;
  requests: number;
  uses?: Uses;
  /** Without the sockets between, which take more of the time than the answers. */
  isInProcess?: boolean;
}

/**
 * Sends wild requests to every endpoint of one service and judges each answer. The same seed sends
 * the same requests.
 */
export async function fuzz({
  seed,
  requests,
  uses = usualUses,
  isInProcess = false,
}: FuzzRun): Promise<FuzzReport> {
  const testbed = await ApiTestbed.start();
  const send: Send = async (address, init) =>
    isInProcess ? testbed.lending.app.request(address, init) : testbed.send(address, init);
  try {
    const stock = new Stock(testbed, new Random(seed + 1), uses);
    const wild: Wilderness = {
      random: new Random(seed),
      contract: await servedContract(testbed.lending),
      authorizations: authorizationsOf(testbed),
      ids: stock.ids,
    };
    const report = emptyReport(seed);
    for (let sent = 0; sent < requests; sent += 1) {
      if (sent % requestsPerDay === requestsPerDay - 1) {
        await testbed.sandbox('/clock/advance', { seconds: wild.random.below(86_400) });
      }
      const endpoint = wild.random.pick(endpoints);
      const call = await stock.take(endpoint);
      if (wild.random.chance(disturbed)) {
        const problem = await disturb(testbed, wild.random, stock.ids);
        if (problem !== undefined) report.serverErrors.push(problem);
      }
      const request = wildRequest(wild, endpoint, call);
      await sendAndJudge(send, request, report);
    }
    return report;
  } finally {
    await testbed.close();
  }
}

function emptyReport(seed: number): FuzzReport {
  return {
    seed,
    requests: 0,
    endpoints: endpoints.length,
    statuses: {},
    serverErrors: [],
    unfit: [],
    slowestMs: 0,
  };
}

type Send = (address: string, init: RequestInit) => Promise<Response>;

async function sendAndJudge(send: Send, request: WildRequest, report: FuzzReport): Promise<void> {
  const { method, address, headers, body } = request;
  const startedAt = performance.now();
  const response = await send(address, {
    method,
    headers,
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const text = await response.text();
  const { isServerError, problem } = judge(request, response.status, text);
  report.requests += 1;
  report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
  report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
  const line = () => `#${report.requests} ${method} ${address} ${shortened(body)}`;
  if (isServerError) report.serverErrors.push(`${line()}: ${response.status}`);
  if (problem !== undefined) report.unfit.push(`${line()}: ${problem.slice(0, 600)}`);
}

function shortened(body: WildRequest['body']): string {
  if (body === undefined) return '';
  const text = typeof body === 'string' ? body : '(not JSON)';
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}

function authorizationsOf(testbed: ApiTestbed): string[] {
  const other = { username: otherSponsor, password: 'sandbox-api-password-two' };
  const wrong = { username: otherSponsor, password: 'sandbox-api-password' };
  const garbage = ['', 'Basic', 'Basic %%%', 'Bearer x', `Basic ${'A'.repeat(5_000)}`];
  return [testbed.authorization, basicAuthHeader(other), basicAuthHeader(wrong), ...garbage];
}

/** Calls that would be right, made ready when first asked for and again when they are used up. */
class Stock {
  readonly ids: string[] = ['nobody'];
  readonly #testbed: ApiTestbed;
  readonly #random: Random;
  readonly #uses: Uses;
  readonly #calls = new Map<Endpoint, { call: Call; uses: number }>();
  #fixture: MerchantFixture | undefined;
  #callsOfFixture = 0;

  constructor(testbed: ApiTestbed, random: Random, uses: Uses) {
    this.#testbed = testbed;
    this.#random = random;
    this.#uses = uses;
  }

  async take(endpoint: Endpoint): Promise<Call> {
    const known = this.#calls.get(endpoint);
    if (known && known.uses < this.#uses[endpoint.method]) {
      known.uses += 1;
      return known.call;
    }
    const call = await this.#prepared(endpoint);
    this.#calls.set(endpoint, { call, uses: 1 });
    this.#remember(call);
    return call;
  }

  /** What was sent may have taken away what a call needs; a new fixture has it again. */
  async #prepared(endpoint: Endpoint): Promise<Call> {
    this.#callsOfFixture += 1;
    if (this.#fixture === undefined || this.#callsOfFixture > callsPerFixture)
      await this.#renewFixture();
    try {
      return await this.#prepare(endpoint);
    } catch {
      await this.#renewFixture();
      return this.#prepare(endpoint);
    }
  }

  #prepare(endpoint: Endpoint): Promise<Call> {
    const fixture = this.#fixture;
    if (!fixture) throw new Error('There is no fixture yet.');
    const owner = this.#random.pick(Object.values(fixture.users));
    return endpoint.prepare(this.#testbed, { fixture, user: fixture.users.Admin, owner });
  }

  async #renewFixture(): Promise<void> {
    this.#fixture = await newMerchantFixture(this.#testbed);
    this.#callsOfFixture = 1;
    this.ids.push(
      this.#fixture.merchantId,
      this.#fixture.contractorId,
      ...Object.values(this.#fixture.users),
    );
  }

  #remember({ path, body, shows }: Call): void {
    const named = [...Object.values(path ?? {}), shows];
    if (body !== undefined && 'external_application_id' in body) {
      named.push(String(body.external_application_id));
    }
    this.ids.push(...named.filter((id) => id !== undefined));
  }
}
