import assert from 'node:assert/strict';
import { createSecretKey, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { assertReturnUrl } from '../../server/bff/domain/admission.ts';
import type { Lender } from '../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { readId } from '../../server/bff/lender/sponsor-lending-api/values.ts';
import { payLinkOf } from '../../server/bff/tokens/pay-link.ts';
import { returnUrlOf, withNextCode } from '../../server/bff/tokens/return-code.ts';
import { parseEnvironment } from '../../server/config/environment.ts';
import { merchantsFile } from '../../server/config/settings-files.ts';
import { webAddress } from '../../server/lending-api/contact.ts';
import { LONGEST_RETURN_URL } from '../../widget/contract/limits.ts';
import { aCheckout } from '../helpers/checkouts.ts';
import { startTestLending } from '../helpers/lending.ts';
import { merchant } from './config/read-test-config.ts';
import { Consumer } from './lending/pages/consumer.ts';

/**
 * A receiver should take URIs of 8,000 octets (RFC 9110, section 4.1). nginx takes a request line of
 * 8,192 bytes unless it is told otherwise.
 */
const longestUri = 8_000;
/** What the lending API takes of a URL. */
const longestAtLender = 2_048;

/** A name of a host has 253 characters at most. */
const longestHost = `${Array.from({ length: 4 }, () => 'h'.repeat(61)).join('.')}.test`;
const longestOrigin = `https://${longestHost}:65535`;
/** It takes nine characters in an address, as no other of one unit does. */
const widest = '字';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const settingsOf = (change: object) => merchantsFile.safeParse([{ ...merchant, ...change }]);
const isBaseUrl = (LENDING_BASE_URL: string) => {
  try {
    return parseEnvironment({ LENDING_BASE_URL }).LENDING_BASE_URL === LENDING_BASE_URL;
  } catch {
    return false;
  }
};

/** The longest text of a character that is accepted. */
function longest(character: string, isAccepted: (text: string) => boolean, before = ''): string {
  const lengths = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const text = (length: number) => before + character.repeat(length);
  const first = lengths.find((length) => !isAccepted(text(length)));
  assert.ok(first !== undefined && first > 1, 'there is a longest one');
  return text(first - 1);
}

describe('the longest address that is built', () => {
  const user = longest(widest, (admin_user_id) => settingsOf({ admin_user_id }).success);
  const lenderId = longest(widest, (id) => readId(id) !== null);
  const baseUrl = longest('a', isBaseUrl, `${longestOrigin}/`);

  it('is under 8,000 characters for every call to a lender [asvs:longest-addresses]', async () => {
    const urls = new Map<string, string>();
    const { offerFields, probe, ...lender } = createSponsorLendingApi({
      http: {
        call: async ({ url, method }) => {
          urls.set(`${method} ${url.slice(baseUrl.length).replaceAll(/%\w\w/g, '')}`, url);
          return { kind: 'unknown', reason: 'timeout' };
        },
        close: async () => {},
      },
      baseUrl,
      username: 'sponsor',
      password: 'a password of our own',
      softPullMs: 1,
      probeUserId: user,
      observer: { called: () => {}, noticed: () => {} },
    });
    const greatest = {
      requestUserId: user,
      adminUserId: user,
      loanId: lenderId,
      applicationId: lenderId,
      offerUuid: randomUUID(),
      paymentRequestUuid: randomUUID(),
      loanNumber: '7342055188',
      from: 0,
      to: Date.now(),
      cents: 1,
      split: {
        net_to_merchant_amount_cents: 1,
        net_platform_fee_cents: 0,
        net_to_sponsor_amount_cents: 0,
      },
    };
    for (const [name, call] of Object.entries(lender as Omit<Lender, 'offerFields' | 'probe'>)) {
      const before = urls.size;
      const argument = name === 'rateSheet' ? user : greatest;
      // Whatever a call needs besides goes into its body.
      await assert.rejects((call as (argument: unknown) => Promise<unknown>)(argument));
      assert.ok(urls.size > before || name === 'transactions', name);
    }
    urls.set('probe', probe.url);
    for (const [name, url] of urls) {
      const { length } = new URL(url).href;
      assert.ok(length < longestUri, `${name}: ${length}`);
    }
    assert.ok(Math.max(...[...urls.values()].map((url) => url.length)) > 5_000);
  });

  it('is one that a lender takes, for the way back to a merchant [asvs:longest-addresses]', () => {
    const origin = new URL(longestOrigin).origin;
    const isTaken = (url: string) => {
      try {
        assertReturnUrl(url, [origin]);
        return true;
      } catch {
        return false;
      }
    };
    const returnUrl = longest('a', isTaken, `${longestOrigin}/`);
    assert.equal(returnUrl.length, LONGEST_RETURN_URL);
    assert.ok(!isTaken(longestOrigin + `/${widest}`.repeat(1_000)));
    const key = createSecretKey(new Uint8Array(32));
    const context = { returnCodeKey: key, handleKey: key, config: { bffPublicUrl: longestOrigin } };
    const checkout = aCheckout({ id: randomUUID(), returnUrl, issuedGeneration: 999_999_999 });
    for (const takenUpBy of [null, 'link'] as const) {
      const url = returnUrlOf(context, { ...withNextCode(context, checkout), takenUpBy });
      assert.ok(url.length <= longestAtLender, `${url.length}`);
      assert.ok(webAddress.safeParse(url).success);
    }
    assert.ok(payLinkOf(context, checkout).length <= longestAtLender);
  });

  it('is one that a lender takes, for a hosted page [asvs:longest-addresses]', async (t) => {
    const lending = await startTestLending({ publicUrl: longestOrigin });
    t.after(() => lending.close());
    const consumer = await Consumer.choosing(lending);
    assert.ok(consumer.link.startsWith(longestOrigin.slice(0, 60)), consumer.link);
    assert.ok(consumer.link.length <= longestAtLender);
  });

  for (const [name, isAccepted] of [
    ['a callback', (url: string) => webAddress.safeParse(url).success],
    ['a webhook', (url: string) => settingsOf({ webhooks: [{ url, secrets: [secret] }] }).success],
    ['a lender’s service', isBaseUrl],
  ] as const) {
    it(`is of 2,048 characters for ${name}, as it is called [asvs:longest-addresses]`, () => {
      for (const character of ['a', widest]) {
        const url = longest(character, isAccepted, 'https://receiver.example/');
        assert.ok(new URL(url).href.length <= longestAtLender, `${new URL(url).href.length}`);
      }
    });
  }
});
