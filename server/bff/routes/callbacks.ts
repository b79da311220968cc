import { Hono, type MiddlewareHandler } from 'hono';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import { parseBasicAuth, passwordMatches } from '../../platform/http/basic-auth.ts';
import { clientNetwork } from '../../platform/http/client-address.ts';
import { looseLimits } from '../../platform/http/parse-strict-json.ts';
import { strictJson } from '../../platform/http/request-body.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { receiveCallback } from '../operations/receive-callback.ts';

/** The description leaves open what a callback holds. */
const maxCallbackBytes = 65_536;

/** `/callbacks/application` and `/callbacks/transaction`: stored, answered, then processed. */
export function callbackRoutes(context: BffContext, limiters: Limiters): Hono<BffEnv> {
  const app = new Hono<BffEnv>();
  const readAnyForm = strictJson({
    maxBytes: maxCallbackBytes,
    forms: true,
    limits: looseLimits,
  });
  app.use('*', lenderOnly(context.config, limiters), readAnyForm);
  for (const path of ['/application', '/transaction']) {
    app.post(path, async (c) => {
      await receiveCallback(context, await c.req.json());
      return c.json({}, 200);
    });
  }
  return app;
}

/** Wrong passwords are counted on this machine too: whatever reaches the port may guess. */
function lenderOnly(
  { callback, trustedProxies }: BffContext['config'],
  limiters: Limiters,
): MiddlewareHandler {
  const { username, password } = callback;
  const passwordSha256 = sha256Hex(password);
  return async function admitLender(c, next) {
    const network = clientNetwork(c, trustedProxies);
    limiters.callback(network);
    const given = parseBasicAuth(c.req.header('authorization'));
    const isUser = equalDigests(given?.username ?? '', username);
    const isPassword = passwordMatches(given?.password ?? '', passwordSha256);
    if (!isUser || !isPassword) {
      if (given !== undefined) limiters.wrongPassword(network);
      c.header('www-authenticate', 'Basic realm="callbacks"');
      throw new BffError('unauthorized');
    }
    await next();
  };
}
