import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { MerchantSettings } from '../config/settings-files.ts';
import { basicAuthHeader } from '../platform/http/basic-auth.ts';
import { createHttpClient, type HttpRequest } from '../platform/outbound/http-client.ts';
import type { HttpOutcome } from '../platform/outbound/http-outcome.ts';
import { MerchantCliError } from './merchant-call.ts';

/** Where a shop without an address of its own stands. */
const place = { city: 'Columbus', state: 'OH', zip_code: '43215' };
/** The account whose micro-deposits the sandbox makes known (its README). */
const bank = {
  ach_account_number: '000123456789',
  ach_routing_number: '110000000',
  bank_account_type: 'checking',
  holder_type: 'business',
};
const deposits = ['0.32', '0.45'];

/** Who sells for it. */
export const sandboxSeller = {
  user_type: 'Salesrep',
  first_name: 'Casey',
  last_name: 'Sample',
} as const;

/** What is read of a merchant that the sandbox has. */
const knownMerchant = z.object({
  business_name: z.string(),
  status: z.string(),
  bank_account_status: z.string().nullable(),
  users: z.array(z.object({ user_id: z.string() })),
});
type KnownMerchant = z.output<typeof knownMerchant>;

/** What a control makes of one. */
const movedMerchant = z.object({ merchant_status: z.string() });

/**
 * Makes the merchant at the embedded sandbox as the sponsor would: Active, with a verified bank
 * account, an Admin and a Salesrep, and every product of the rate sheet. Its name is then the one in
 * offers, contract and messages. What an earlier run has made of it stays; the rest is made.
 * @throws MerchantCliError with the step that failed, for another merchant that has its id, and for one
 * that the sandbox lets sell nothing
 */
export async function onboardAtSandbox(
  { name, request_user_id: rep, admin_user_id: admin }: MerchantSettings,
  { contractorId: id, config }: { contractorId: string; config: Config },
): Promise<void> {
  const merchants = '/api/v1/sponsor/merchants';
  const sandbox = new SandboxCalls(config.lender);
  const phone_number = '+16145550120';
  try {
    const known = await sandbox.find(`${merchants}/${id}/`);
    if (known) refuseAnother(known, { id, name, admin });
    else {
      await sandbox.call('POST', `${merchants}/onboarding/`, {
        ...place,
        first_name: 'Morgan',
        last_name: 'Sample',
        user_business_email: `${admin}@example.test`,
        mobile_phone: phone_number,
        user_id: admin,
        business_name: name,
        business_address_1: '1 Main Street',
        business_phone: '+16145550121',
        contractor_id: id,
        sponsor_callback_url: `${config.bffPublicUrl}/callbacks/application`,
      });
    }
    let status = known?.status ?? 'Invited';
    if (status === 'Invited' || status === 'Onboarding') {
      const path = `/sandbox/v1/merchants/${id}/complete-onboarding`;
      status = movedMerchant.parse(await sandbox.call('POST', path, {})).merchant_status;
    }
    if (status !== 'Active') throw cannotSell(id, status);
    if (known?.bank_account_status !== 'Verified') {
      await sandbox.call('POST', `${merchants}/payment-detail/`, {
        ...bank,
        request_user_id: admin,
        name_on_check: name.slice(0, 60),
        address_zip: place.zip_code,
        email: `${admin}@example.test`,
      });
      const verification = `${merchants}/payment-detail/verify-micro-deposits/${admin}/`;
      await sandbox.call('POST', verification, { micro_deposits_amounts: deposits });
    }
    if (!known?.users.some(({ user_id }) => user_id === rep)) {
      await sandbox.call('POST', `${merchants}/users/`, {
        ...sandboxSeller,
        phone_number,
        request_user_id: admin,
        user_id: rep,
        email: `${rep}@example.test`,
      });
    }
    const answer = await sandbox.call('GET', `${merchants}/rate-sheets/${admin}/`);
    const products = answer as { product_id: string; is_selected: boolean }[];
    if (!products.some(({ is_selected }) => is_selected)) {
      const product_ids = products.map(({ product_id }) => product_id);
      const selection = { request_user_id: admin, product_ids };
      await sandbox.call('PATCH', `${merchants}/rate-sheets/`, selection);
    }
  } finally {
    await sandbox.close();
  }
}

/** @throws MerchantCliError for a merchant that no earlier run of the same command has begun */
function refuseAnother(
  { business_name, users }: KnownMerchant,
  { id, name, admin }: { id: string; name: string; admin: string },
): void {
  const isOurs = business_name === name.trim() && users.some(({ user_id }) => user_id === admin);
  if (isOurs) return;
  throw new MerchantCliError(
    `The embedded service has ${id} already, as “${business_name}”; name another by --publishable-key. Nothing was written`,
  );
}

function cannotSell(id: string, status: string): MerchantCliError {
  return new MerchantCliError(
    `The embedded service has ${id} as ${status}, so it cannot sell. If its name holds DECLINE, REVIEW or SUSPEND, name it otherwise, with another --publishable-key; else a control may move it on (server/lending/sandbox/README.md). MERCHANTS_FILE was not changed`,
  );
}

class SandboxCalls {
  readonly #http;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;
  /** The service has a part of the merchant, or may have. */
  #isBegun = false;

  constructor({ baseUrl, username, password }: Config['lender']) {
    this.#baseUrl = baseUrl;
    this.#headers = { authorization: basicAuthHeader({ username, password }) };
    this.#http = createHttpClient({ probe: () => ({ url: `${baseUrl}/healthz` }) });
  }

  /** Undefined for one that is not there. */
  async find(path: string): Promise<KnownMerchant | undefined> {
    const { url, outcome } = await this.#send('GET', path);
    if (outcome.kind === 'refused' && outcome.status === 404) return undefined;
    if (outcome.kind !== 'answered') throw this.#failed(`GET ${url}`, outcome);
    this.#isBegun = true;
    return knownMerchant.parse(outcome.body);
  }

  async call(method: HttpRequest['method'], path: string, body?: unknown): Promise<unknown> {
    const { url, outcome } = await this.#send(method, path, body);
    const isNothingDone = outcome.kind === 'refused' || outcome.kind === 'not_sent';
    this.#isBegun ||= method !== 'GET' && !isNothingDone;
    if (outcome.kind === 'answered') return outcome.body;
    throw this.#failed(`${method} ${url}`, outcome);
  }

  async #send(method: HttpRequest['method'], path: string, body?: unknown) {
    const url = `${this.#baseUrl}${path}`;
    const outcome = await this.#http.call({ method, url, headers: this.#headers, body });
    return { url, outcome };
  }

  #failed(call: string, outcome: Exclude<HttpOutcome, { kind: 'answered' }>): MerchantCliError {
    const state = this.#isBegun
      ? 'MERCHANTS_FILE was not changed, but the embedded service has a part of the merchant, or may have. Run the same command again: it goes on from there'
      : 'nothing was written';
    return new MerchantCliError(`${call}: ${reasonOf(outcome)}; ${state}`);
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

function reasonOf(outcome: Exclude<HttpOutcome, { kind: 'answered' }>): string {
  if (outcome.kind === 'refused') {
    const { status, detail, body } = outcome;
    const fields = Object.keys((body as { errors?: object } | null)?.errors ?? {});
    const named = fields.length > 0 ? ` (${fields.join(', ')})` : '';
    return `${status} ${detail ?? JSON.stringify(body)}${named}`;
  }
  const why = outcome.code ?? outcome.reason;
  return outcome.kind === 'not_sent'
    ? `the embedded service does not answer (${why}). Start it first, by npm start`
    : `the embedded service gave no answer (${why})`;
}
