import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Operation, routesAt } from '../../helpers/bare-lender/routes.ts';
import type { BareLender } from '../../helpers/bare-lender.ts';
import type { Random } from '../fuzz/random.ts';
import { distortionFor, isList } from './choose-distortion.ts';
import {
  type Asking,
  badRows,
  cutBefore,
  type Distortion,
  type Truth,
  wireOf,
} from './distortions.ts';
import { Ledger } from './ledger.ts';
import type { BadRow } from './own-rows.ts';
import { inLowerCase, type Talk, talkedOf } from './talkative.ts';
import { saysDone, type Wire, writeWire } from './wire.ts';

export interface DistorterOptions {
  lender: BareLender;
  random: Random;
  /** How probable it is that an answer is changed. */
  chances: Partial<Record<Operation, number>>;
  /** How it always writes the rows of our charges, where it writes them badly. */
  habit?: BadRow | undefined;
  talk: Talk;
}

/** A call of the BFF. */
interface LenderCall {
  readonly operation: Operation;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The ids in it as the lender compares them. */
  readonly body: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Stands between the BFF and a lender and changes what the lender answers. It never denies what the
 * lender did: by a refusal of a call that was heard, a loan that is not found, or a list without its
 * row. Such an answer is believed, and has to be.
 */
export class Distorter {
  readonly ledger: Ledger;
  /** `none`: nothing is changed any more; `all`: no answer comes through. */
  mood: 'some' | 'none' | 'all' = 'some';
  answers = 0;
  /** Of the answers, those that were not the lender's. */
  changed = 0;
  /** What was asked, and what was answered, a line each. */
  readonly told: string[] = [];
  readonly #options: DistorterOptions;
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => request.socket.destroy());
  });

  constructor(options: DistorterOptions) {
    this.#options = options;
    this.ledger = new Ledger(options.lender);
  }

  /** @returns its address */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The lender hears the calls that were on their way when their connections broke. */
  async deliverLate(): Promise<void> {
    for (const deliver of this.#late.splice(0)) await deliver();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    // The rate sheet is asked for only to see whether the lender is there.
    if (call.operation === 'rate_sheet') return writeWire(response, wireOf(await this.#ask(call)));
    const distortion = this.#distortionFor(call);
    this.answers += 1;
    if (distortion !== undefined) this.changed += 1;
    const wire = await (distortion?.(this.#asking(call)) ?? this.#ask(call).then(wireOf));
    this.#note(call, distortion?.name ?? 'as it is', wire);
    writeWire(response, wire);
  }

  #distortionFor({ operation }: LenderCall): Distortion | undefined {
    const { random, chances, habit } = this.#options;
    if (this.mood === 'all') return cutBefore;
    if (this.mood === 'none') return undefined;
    if (habit !== undefined && isList(operation) && random.chance(0.8)) return badRows;
    const isChanged = random.chance(chances[operation] ?? 0);
    return isChanged ? distortionFor(random, operation) : undefined;
  }

  #asking(call: LenderCall): Asking {
    const { random, lender, habit } = this.#options;
    return {
      operation: call.operation,
      random,
      isLaterPage: /[?&]page=(?!1(&|$))/.test(call.path),
      pagesUrl: lender.pagesUrl,
      charges: this.ledger.charges,
      habit,
      ask: () => this.#ask(call),
      askLater: () => void this.#late.push(() => this.#ask(call)),
    };
  }

  async #ask(call: LenderCall): Promise<Truth> {
    const { lender, talk } = this.#options;
    const { method, path, headers, body } = call;
    const answer = await fetch(`${lender.url}${inLowerCase(path)}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== '' && { body }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const truth: Truth = { status: answer.status, body: isJson ? JSON.parse(text) : text };
    this.ledger.noteHeard(call, truth);
    return talkedOf(truth, call, { lender, charges: this.ledger.made(), talk });
  }

  #note(call: LenderCall, name: string, wire: Wire): void {
    if (saysDone(wire)) this.ledger.noteDone(call);
    const { status, text, interim, cut } = wire;
    const parts = [interim && `${interim},`, status, text.slice(0, 1_500), cut && `(cut ${cut})`];
    const answer = parts.filter((part) => part !== undefined).join(' ');
    this.told.push(`${call.method} ${call.path}: ${name}: ${answer}`);
  }
}

async function readCall(request: IncomingMessage): Promise<LenderCall> {
  const { method = 'GET', url: path = '/', headers } = request;
  const bytes = await buffer(request);
  const sent = bytes.byteLength > 0 ? JSON.parse(bytes.toString()) : {};
  const { external_application_id: id } = sent;
  const fields = {
    ...sent,
    ...(id !== undefined && { external_application_id: id.toLowerCase() }),
  };
  const { pathname } = new URL(path, 'http://localhost');
  const found = routesAt(pathname).find(({ route }) => route.method === method);
  if (found === undefined) throw new Error(`the lender has no ${method} ${pathname}`);
  const { authorization = '', 'content-type': type } = headers;
  return {
    operation: found.route.operation,
    method,
    path,
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
    body: bytes.byteLength > 0 ? JSON.stringify(fields) : '',
    fields,
  };
}
