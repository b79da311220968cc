import { sandboxCallback } from '../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { otherOrigin, otherShop, shop, shopKey, shopOrigin } from '../../helpers/bff.ts';
import { anApplication, type ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import type { BffBed } from './bff-bed.ts';
import type { Cell, Sent } from './cell.ts';
import { unknownId, wildId } from './ids.ts';

interface PageCall {
  readonly method: string;
  /** Below `/v1/checkouts/{id}`. */
  readonly path: string;
  readonly body?: object;
}

/** What the token of a checkout opens. */
export const pageCalls: readonly PageCall[] = [
  { method: 'GET', path: '' },
  { method: 'GET', path: '/events' },
  { method: 'PATCH', path: '', body: { amount: '900.00' } },
  { method: 'POST', path: '/take-up', body: {} },
  { method: 'POST', path: '/application', body: anApplication({ ssn: '900-10-0001' }) },
  { method: 'POST', path: '/offers/{offer}/select', body: {} },
  { method: 'DELETE', path: '/selection' },
  { method: 'POST', path: '/portal-invitation', body: {} },
  { method: 'POST', path: '/charge', body: {} },
];

interface Credential {
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly status: number;
}

const bearer = (token: string) => `Bearer ${token}`;

/** Whoever may not call as the page of a checkout. */
function strangersOf({ pages, made }: BffBed, random: Random): Record<string, Credential> {
  const at = (
    authorization: string | undefined,
    status = 401,
    origin = shopOrigin,
  ): Credential => ({
    authorization,
    origin,
    status,
  });
  const guess = Array.from({ length: 43 }, () => 'abcdefgh01234567_-'[random.below(18)]).join('');
  return {
    'no token': at(undefined),
    'the merchant’s secret key': at(basicAuthHeader({ username: shopKey, password: '' })),
    'the secret key as a bearer': at(bearer(shopKey)),
    'the publishable key': at(bearer(shop.publishable_key)),
    'its handle in the place of the token': at(bearer(pages.own.resume)),
    'a client token in the place of the token': at(bearer(made.client_token)),
    'a token of nobody': at(bearer(guess)),
    'its token as a user': at(basicAuthHeader({ username: pages.own.token, password: '' })),
    'the token of another checkout': at(bearer(pages.other.token), 404),
    'the token of another checkout, framed': at(
      bearer(pages.framed.token),
      404,
      pages.framed.origin,
    ),
    'the token of another merchant’s checkout': at(bearer(pages.foreign.token), 404, otherOrigin),
    'the token of another merchant’s checkout, from its own origin': at(
      bearer(pages.foreign.token),
      403,
    ),
    'the ended token of another checkout': at(bearer(pages.ended.token), 404),
    'the revoked token of another checkout': at(bearer(pages.revoked.token), 404),
    'its token from another merchant’s origin': at(bearer(pages.own.token), 403, otherOrigin),
    'its token from nobody’s origin': at(bearer(pages.own.token), 403, 'https://evil.example'),
    'its token without an origin': { ...at(bearer(pages.own.token), 403), origin: undefined },
  };
}

/** Every call of a page by everybody who may not make it. */
export async function pageCells(bed: BffBed, random: Random): Promise<Cell[]> {
  const { pages } = bed;
  const cells: Cell[] = [];
  for (const call of pageCalls) {
    for (const [who, credential] of Object.entries(strangersOf(bed, random))) {
      const name = `${call.method} /v1/checkouts/{id}${call.path}, ${who}`;
      const to = (id: string) => sentBy(call, credential, id, random);
      const { status } = credential;
      // Whose token it is, and from where it may come, is looked at before the id.
      cells.push({
        name: `${name}, its id`,
        sent: to(pages.own.checkoutId),
        unknown: to(unknownId(random)),
        status,
      });
      cells.push({ name: `${name}, a wild id`, sent: to(wildId(pages.own.checkoutId, random)) });
    }
    for (const who of ['ended', 'revoked'] as const) {
      const credential = { authorization: bearer(pages[who].token), origin: shopOrigin };
      cells.push({
        name: `${call.method} /v1/checkouts/{id}${call.path}, its own ${who} token`,
        sent: sentBy(call, credential, pages[who].checkoutId, random),
        status: 401,
      });
    }
    const framed = { authorization: bearer(pages.framed.token), origin: shopOrigin };
    cells.push({
      name: `${call.method} /v1/checkouts/{id}${call.path}, the frame’s token on a page`,
      sent: sentBy(call, framed, pages.framed.checkoutId, random),
      status: 403,
    });
  }
  return [
    ...cells,
    ...(await rightsCells(bed, random)),
    ...(await openingCells(bed, random)),
    ...callbackCells(),
  ];
}

/** What a session may not do that came by a return code or by a link. */
async function rightsCells({ testbed, pages, offer }: BffBed, random: Random): Promise<Cell[]> {
  const by = (page: ShopPage) => ({ authorization: bearer(page.token), origin: page.origin });
  const code = (call: PageCall, page = pages.byCode): Cell => ({
    name: `${call.method} ${call.path}, by a return code`,
    sent: sentBy(call, by(page), page.checkoutId, random),
    status: 409,
  });
  const [amount, application] = [{ amount: '900.00' }, anApplication({ ssn: '900-10-0001' })];
  const order_token = await signedOrder(testbed.bff, { order_id: unknownId(random) });
  const bring: PageCall = { method: 'PATCH', path: '', body: { order_token } };
  return [
    code({ method: 'DELETE', path: '/selection' }),
    code({ method: 'POST', path: `/offers/${offer}/select`, body: {} }),
    code({ method: 'POST', path: '/application', body: application }, pages.byEarlyCode),
    code({ method: 'PATCH', path: '', body: amount }, pages.byEarlyCode),
    {
      name: 'brings an order to a checkout that came by a link',
      sent: sentBy(bring, by(pages.byLink), pages.byLink.checkoutId, random),
    },
  ];
}

/** How a page comes to a checkout: by what is another’s, or of nobody. */
async function openingCells({ testbed, pages, made }: BffBed, random: Random): Promise<Cell[]> {
  const { bff } = testbed;
  const bffOrigin = new URL(bff.url).origin;
  const post = (path: string, body: object, origin: string): Sent => ({
    method: 'POST',
    path,
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const resume = (body: object, origin = shopOrigin) =>
    post('/v1/resume', { merchant: shop.publishable_key, ...body }, origin);
  const asForeigner = { merchant: otherShop.publishable_key };
  const link = made.url.split('#')[1] ?? '';
  const forged = (handle: string) => {
    const parts = handle.split('.');
    return [...parts.slice(0, -1), 'A'.repeat(43)].join('.');
  };
  const forNobody = (handle: string) => handle.replace(/^[^.]+/, unknownId(random));
  const page = (body: object, origin = bffOrigin) => post('/v1/pay', body, origin);
  const order_token = await signedOrder(bff, { order_id: unknownId(random) });
  const cells: Cell[] = [
    {
      name: 'resumes another merchant’s checkout',
      sent: resume({ resume: pages.own.resume, ...asForeigner }, otherOrigin),
      unknown: resume({ resume: forNobody(pages.own.resume), ...asForeigner }, otherOrigin),
      status: 404,
    },
    {
      name: 'resumes from another merchant’s origin',
      sent: resume({ resume: pages.own.resume }, otherOrigin),
      unknown: resume({ resume: forNobody(pages.own.resume) }, otherOrigin),
      status: 403,
    },
    {
      name: 'resumes by a handle that was signed by nobody',
      sent: resume({ resume: forged(pages.own.resume) }),
      unknown: resume({ resume: forNobody(pages.own.resume) }),
      status: 404,
    },
    {
      name: 'resumes by a handle of another generation',
      sent: resume({ resume: pages.own.resume.replace(/\.1(?=\.)/, '.2') }),
      unknown: resume({ resume: forNobody(pages.own.resume) }),
      status: 404,
    },
    {
      name: 'resumes by a handle with more rights',
      sent: resume({ resume: pages.byLink.resume.replace('.link', '') }),
      unknown: resume({ resume: forNobody(pages.own.resume) }),
      status: 404,
    },
    {
      name: 'resumes a checkout of another order than the page’s',
      sent: resume({ resume: pages.own.resume, order_token }),
      unknown: resume({ resume: forNobody(pages.own.resume), order_token }),
      status: 404,
    },
    {
      name: 'resumes by the link of a merchant on the merchant’s page',
      sent: resume({ resume: link }),
      unknown: resume({ resume: forNobody(link) }),
      status: 404,
    },
    {
      name: 'reads the page of a link from a merchant’s origin',
      sent: page({ link }, shopOrigin),
      unknown: page({ link: forNobody(link) }, shopOrigin),
      status: 403,
    },
    {
      name: 'reads the page of a link by a client token',
      sent: page({ link: made.client_token }),
      unknown: page({ link: forNobody(made.client_token) }),
      status: 404,
    },
    {
      name: 'reads the page of a link by a client token that it holds',
      sent: page({ held: made.client_token }),
      unknown: page({ held: forNobody(made.client_token) }),
      status: 404,
    },
    {
      name: 'reads the page of a link by a page’s handle',
      sent: page({ link: pages.own.resume }),
      unknown: page({ link: forNobody(pages.own.resume) }),
      status: 404,
    },
    {
      name: 'reads the page of a link that was signed by nobody',
      sent: page({ link: forged(link) }),
      unknown: page({ link: forNobody(link) }),
      status: 404,
    },
    {
      name: 'opens a checkout on a page of another merchant',
      sent: post('/v1/checkouts', opening(shop.publishable_key, otherOrigin), otherOrigin),
      status: 403,
    },
    {
      name: 'opens a checkout that leads back to another merchant',
      sent: post('/v1/checkouts', opening(otherShop.publishable_key, shopOrigin), otherOrigin),
      status: 403,
    },
    {
      name: 'opens a checkout for an order of another merchant',
      sent: post(
        '/v1/checkouts',
        { ...opening(otherShop.publishable_key, otherOrigin), order_token },
        otherOrigin,
      ),
    },
  ];
  return cells;
}

function opening(merchant: string, origin: string) {
  return { merchant, return_url: `${origin}/pay`, locale: 'en', amount: '8412.34' };
}

/** What a page may do, in words that lead to another’s: it changes its own rows. */
export function pagesOwnCells({ pages }: BffBed, random: Random): Cell[] {
  const headers = { origin: otherOrigin, 'content-type': 'application/json' };
  const body = {
    ...opening(otherShop.publishable_key, otherOrigin),
    resume: pages.plain.resume,
  };
  const get = (page: ShopPage): Cell => ({
    name: 'GET /v1/checkouts/{id}, its own page',
    sent: sentBy(
      { method: 'GET', path: '' },
      { authorization: bearer(page.token), origin: page.origin },
      page.checkoutId,
      random,
    ),
    status: 200,
    isAllowed: true,
    shows: '"screen"',
  });
  return [
    {
      name: 'POST /v1/checkouts, another merchant, a handle of the merchant',
      sent: { method: 'POST', path: '/v1/checkouts', headers, body: JSON.stringify(body) },
      status: 201,
    },
    ...[pages.own, pages.other, pages.foreign, pages.framed, pages.byCode, pages.byLink].map(get),
  ];
}

/** The lender’s callbacks by anybody but the lender. */
function callbackCells(): Cell[] {
  const { username, password } = sandboxCallback;
  const wrong: Record<string, string | undefined> = {
    'no password': undefined,
    'the user’s name alone': basicAuthHeader({ username, password: '' }),
    'a wrong password': basicAuthHeader({ username, password: `${password}x` }),
    'the password of another user': basicAuthHeader({ username: 'x', password }),
    'a merchant’s secret key': basicAuthHeader({ username: shopKey, password: '' }),
  };
  return ['/callbacks/application', '/callbacks/transaction'].flatMap((path) =>
    Object.entries(wrong).map(([who, authorization]) => ({
      name: `POST ${path}, ${who}`,
      sent: {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify({ event_type: 'application.approved', external_application_id: 'x' }),
      },
      status: 401,
    })),
  );
}

function sentBy(
  { method, path, body }: PageCall,
  { authorization, origin }: Pick<Credential, 'authorization' | 'origin'>,
  id: string,
  random: Random,
): Sent {
  return {
    method,
    path: `/v1/checkouts/${encodeURIComponent(id)}${path.replace('{offer}', unknownId(random))}`,
    headers: {
      ...(origin !== undefined && { origin }),
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
