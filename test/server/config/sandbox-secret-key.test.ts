import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callExamples } from '../../../server/bff/merchant-api/examples.ts';
import type { Config } from '../../../server/config/config.ts';
import { sandboxMerchants, sandboxSecretKey } from '../../../server/config/sandbox-settings.ts';
import { startTestBff } from '../../helpers/bff.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { configReader, outside } from './read-test-config.ts';

describe('the secret key of one’s own sandbox', () => {
  const { read } = configReader();
  const ownFile = JSON.stringify(sandboxMerchants('http://localhost:8080'));

  /** The BFF of these settings, with what its document says of keys. */
  async function startBff({ merchants, sandboxSecretKey: secretKey }: Config) {
    const bff = await startTestBff({ config: { merchants, sandboxSecretKey: secretKey } });
    const document = await bff.app.request('/v1/openapi.json');
    const { components } = (await document.json()) as {
      components: { securitySchemes: { secret_key: { description: string } } };
    };
    return { bff, says: components.securitySchemes.secret_key.description };
  }

  it('is named by the merchant API, which takes its first example as it stands', async () => {
    const { bff, says } = await startBff(read({}));
    try {
      const [, secretKey] = /`(sk_\w+)`/.exec(says) ?? [];
      assert.ok(secretKey !== undefined, says);
      const server = new MerchantServer(bff, secretKey);
      const { headers = {}, body } = callExamples.createCheckout ?? {};
      const { status, body: answer } = await server.call('POST', '/checkouts', body, headers);
      assert.equal(status, 201, JSON.stringify(answer));
    } finally {
      await bff.close();
    }
  });

  it('is not named by a BFF that was started without it', async () => {
    const { bff, says } = await startBff(read({ MERCHANTS_FILE: 'merchants.json' }));
    await bff.close();
    assert.ok(!says.includes('sk_'), says);
  });

  it('is known where it opens something, and nowhere else', () => {
    const listed = { MERCHANTS_FILE: 'merchants.json' };
    assert.equal(read({}).sandboxSecretKey, sandboxSecretKey);
    assert.equal(read({ SERVE: 'bff' }).sandboxSecretKey, sandboxSecretKey);
    assert.equal(read(listed, ownFile).sandboxSecretKey, sandboxSecretKey);
    assert.equal(read(listed).sandboxSecretKey, undefined);
    assert.equal(read(outside).sandboxSecretKey, undefined);
    assert.throws(() => read({ BFF_PUBLIC_URL: 'https://checkout.example' }), /published secrets/);
  });
});
