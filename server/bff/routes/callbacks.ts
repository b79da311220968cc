import { Hono, type MiddlewareHandler } from 'hono';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import {
  type BasicCredentials,
  parseBasicAuth,
  passwordMatches,
} from '../../platform/http/basic-auth.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http-env.ts';
import { receiveCallback } from '../operations/receive-callback.ts';

/** `/callbacks/application` and `/callbacks/transaction`: stored, answered, then processed. */
export function callbackRoutes(context: BffContext, strictJson: MiddlewareHandler): Hono<BffEnv> {
  const app = new Hono<BffEnv>();
  app.use('*', lenderOnly(context.config.callback), strictJson);
  for (const path of ['/application', '/transaction']) {
    app.post(path, async (c) => {
      await receiveCallback(context, await c.req.json());
      return c.json({}, 200);
    });
  }
  return app;
}

function lenderOnly({ username, password }: BasicCredentials): MiddlewareHandler {
  const passwordSha256 = sha256Hex(password);
  return async function admitLender(c, next) {
    const given = parseBasicAuth(c.req.header('authorization'));
    const isUser = equalDigests(given?.username ?? '', username);
    const isPassword = passwordMatches(given?.password ?? '', passwordSha256);
    if (!isUser || !isPassword) {
      c.header('www-authenticate', 'Basic realm="callbacks"');
      throw new BffError('unauthorized');
    }
    await next();
  };
}
