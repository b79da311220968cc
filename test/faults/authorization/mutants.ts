import type { NamedMistake } from '../noted-mistakes.ts';

const bff = 'bff/operations';

/** Mistakes of one line in a check of who may what: each has to be found by one round of requests. */
export const mutants: readonly NamedMistake[] = [
  {
    name: 'a merchant reads the checkout of another one',
    file: `${bff}/read-for-merchant.ts`,
    search: 'if (checkout?.publishableKey !== publishable_key)',
    replace: 'if (checkout === undefined)',
  },
  {
    name: 'refunds are listed of a charge that the checkout does not have',
    file: `${bff}/read-for-merchant.ts`,
    search: `if (!isKnown) throw new BffError('not_found');`,
    replace: '',
  },
  {
    name: 'checkouts of all merchants are listed',
    file: 'bff/store/merchant-list.ts',
    search: `.select(['sold_by', 'offer_code', 'expires_at'])\n    .where('merchant', '=', merchant);`,
    replace: `.select(['sold_by', 'offer_code', 'expires_at']);`,
  },
  {
    name: 'a list goes on after the checkout of another merchant',
    file: 'bff/store/merchant-list.ts',
    search: `.where('id', '=', id)\n    .where('merchant', '=', merchant)`,
    replace: `.where('id', '=', id)`,
  },
  {
    name: 'the event of another merchant is found',
    file: 'bff/store/webhook-list.ts',
    search: `.where('id', '=', id)\n    .where('merchant', '=', merchant)`,
    replace: `.where('id', '=', id)`,
  },
  {
    name: 'events of all merchants are listed',
    file: 'bff/store/webhook-list.ts',
    search: `db.selectFrom('webhook_events').selectAll().where('merchant', '=', merchant);`,
    replace: `db.selectFrom('webhook_events').selectAll();`,
  },
  {
    name: 'what failed at any merchant is sent again',
    file: 'bff/store/webhook-list.ts',
    search: `.where('merchant', '=', merchant)\n    .where(unsent)`,
    replace: '.where(unsent)',
  },
  {
    name: 'settlements of all merchants are listed',
    file: 'bff/store/settlements.ts',
    search: `.where('settlements.merchant', '=', merchant);`,
    replace: `.where('settlements.merchant', '!=', '');`,
  },
  {
    name: 'a list goes on after the settlement of another merchant',
    file: 'bff/store/settlements.ts',
    search: `.where('id', '=', id)\n    .where('merchant', '=', merchant)`,
    replace: `.where('id', '=', id)`,
  },
  {
    name: 'the report counts the sales of all merchants',
    file: 'bff/store/daily-sums.ts',
    search: `.where('merchant', '=', merchant)\n    .where('day', '>=', from)`,
    replace: `.where('day', '>=', from)`,
  },
  {
    name: 'the publishable key opens the merchant API',
    file: 'bff/routes/merchant.ts',
    search: 'if (equalDigests(digest, known)) found = merchant;',
    replace:
      'if (equalDigests(digest, known) || secretKey === merchant.publishable_key) found = merchant;',
  },
  {
    name: 'the digest of a secret key is as good as the key',
    file: 'bff/routes/merchant.ts',
    search: 'if (equalDigests(digest, known)) found = merchant;',
    replace: 'if (equalDigests(digest, known) || secretKey === known) found = merchant;',
  },
  {
    name: 'a secret key may come with any password',
    file: 'bff/routes/merchant.ts',
    search: `if (merchant === undefined || given?.password !== '') {`,
    replace: 'if (merchant === undefined) {',
  },
  {
    name: 'the key of a merchant that was taken off the list still opens',
    file: 'bff/merchants.ts',
    search:
      'this.#former = new Map([...this.#former, ...byKey(gone)]);\n    this.#listed = byKey(listed);',
    replace: 'this.#listed = new Map([...this.#listed, ...byKey(listed)]);',
  },
  {
    name: 'a merchant names the seller of another one',
    file: `${bff}/open-for-merchant.ts`,
    search: 'if (userId === undefined || isSellerOf(merchant, userId)) return;',
    replace: 'return;',
  },
  {
    name: 'any merchant approves charges',
    file: `${bff}/approve-for-consumer.ts`,
    search: `if (merchant.may_approve !== true) throw chargeBlocked('not_allowed');`,
    replace: '',
  },
  {
    name: 'any merchant shares its charges out',
    file: 'bff/domain/fee-split.ts',
    search: `if (!may_split) throw refused('fee_split');`,
    replace: '',
  },
  {
    name: 'any token opens any checkout',
    file: 'bff/http/request.ts',
    search: `if (checkout.id !== c.req.param('id')) throw new BffError('not_found');`,
    replace: '',
  },
  {
    name: 'a token that has ended still opens its checkout',
    file: 'bff/http/request.ts',
    search: `if (!isLive) throw new BffError('token_expired');`,
    replace: '',
  },
  {
    name: 'a token that later ones have ended still opens its checkout',
    file: 'bff/domain/admission.ts',
    search: 'return now < usedAt + idleMs && now < createdAt + lifetimeMs;',
    replace: 'return (usedAt === 0 || now < usedAt + idleMs) && now < createdAt + lifetimeMs;',
  },
  {
    name: 'the frame’s token opens its checkout on a page',
    file: 'bff/http/request.ts',
    search: '    assertMayGoOn(caller, checkout);\n    limiters.callOf(checkout.id);',
    replace: '    limiters.callOf(checkout.id);',
  },
  {
    name: 'pages of any origin call',
    file: 'bff/domain/admission.ts',
    search: 'if (origin !== undefined && merchantOrigins.includes(origin)) return {',
    replace: 'if (origin !== undefined) return {',
  },
  {
    name: 'who came by a return code applies again',
    file: 'bff/domain/admission.ts',
    search: `export function assertMayApply(rights: Rights): void {\n  if (rights === 'code')`,
    replace: `export function assertMayApply(rights: Rights): void {\n  if (rights === 'pay')`,
  },
  {
    name: 'who came by a return code chooses again',
    file: 'bff/domain/admission.ts',
    search: `export function assertMayChooseAgain(rights: Rights): void {\n  if (rights === 'code')`,
    replace: `export function assertMayChooseAgain(rights: Rights): void {\n  if (rights === 'pay')`,
  },
  {
    name: 'who came by a return code takes another offer',
    file: 'bff/domain/admission.ts',
    search: `if (rights === 'code' && isChosen(checkout))`,
    replace: `if (rights === 'pay' && isChosen(checkout))`,
  },
  {
    name: 'who came by a link brings an order',
    file: 'bff/domain/admission.ts',
    search: `return rights === 'all' || checkout.order?.id === id;`,
    replace: `return rights !== 'code' || checkout.order?.id === id;`,
  },
  {
    name: 'a handle leads to the checkout of another merchant',
    file: `${bff}/resume-checkout.ts`,
    search: 'if (before?.publishableKey !== merchant.publishable_key)',
    replace: 'if (before === undefined)',
  },
  {
    name: 'a page goes on with the checkout of another merchant',
    file: `${bff}/sessions.ts`,
    search:
      'if (checkout === undefined || checkout.publishableKey !== publishableKey) return undefined;',
    replace: 'if (checkout === undefined) return undefined;',
  },
  {
    name: 'a handle that nobody signed is taken',
    file: 'bff/tokens/resume-handle.ts',
    search: 'if (!equalDigests(mac, signature(key, parts))) return undefined;',
    replace: '',
  },
  {
    name: 'a page’s handle opens the page of links',
    file: `${bff}/read-pay-page.ts`,
    search: `return handle.rights === 'pay' ? handle : undefined;`,
    replace: 'return handle;',
  },
  {
    name: 'pages of other origins read the page of links',
    file: 'bff/routes/pay.ts',
    search: 'admit(approachOf(c), { merchantOrigins: [], ownOrigin });',
    replace: '',
  },
  {
    name: 'a callback needs no password',
    file: 'bff/routes/callbacks.ts',
    search: 'if (!isUser || !isPassword) {',
    replace: 'if (!isUser) {',
  },
  {
    name: 'a callback needs no user',
    file: 'bff/routes/callbacks.ts',
    search: 'if (!isUser || !isPassword) {',
    replace: 'if (!isPassword) {',
  },
  {
    name: 'a sponsor needs no password',
    file: 'lending/routes/guards.ts',
    search: 'if (sponsor === undefined || !isRight) {',
    replace: 'if (sponsor === undefined) {',
  },
  {
    name: 'a Salesmanager may choose products',
    file: 'lending/domain/merchant-users.ts',
    search: 'Salesmanager: consumerActions,',
    replace: "Salesmanager: { ...consumerActions, manage_rate_sheet: 'all' },",
  },
  {
    name: 'a Salesperson may cancel',
    file: 'lending/domain/merchant-users.ts',
    search: "Salesperson: { invite: 'own',",
    replace: "Salesperson: { cancel_account: 'own', invite: 'own',",
  },
  {
    name: 'every role may do everything',
    file: 'lending/operations/acting-user.ts',
    search: 'if (allowed) return { user, merchantStatus, reach: allowed };',
    replace: "return { user, merchantStatus, reach: allowed ?? 'all' };",
  },
  {
    name: 'a Salesrep may charge whom another invited',
    file: 'lending/operations/acting-user.ts',
    search: "return reach === 'all' ||",
    replace: "return reach !== 'nothing' ||",
  },
  {
    name: 'a user that is not active may act',
    file: 'lending/operations/acting-user.ts',
    search: "user.status !== 'Active'",
    replace: "user.status === 'nothing'",
  },
  {
    name: 'loans of other merchants are found',
    file: 'lending/operations/acting-user.ts',
    search: 'found?.merchant_id === user.merchant_id',
    replace: 'found !== undefined',
  },
  {
    name: 'a user of another merchant acts on the loan that a body names',
    file: 'lending/operations/acting-user.ts',
    search: 'if (acting.user.merchant_id !== application.merchant_id) {',
    replace: "if (acting.user.merchant_id === '') {",
  },
  {
    name: 'users of other sponsors are found',
    file: 'lending/store/merchant-users.ts',
    search:
      ".where('merchant_users.sponsor_id', '=', args.sponsorId)\n      .where('merchant_users.user_id', '=', args.userId),",
    replace: ".where('merchant_users.user_id', '=', args.userId),",
  },
  {
    name: 'merchants of other sponsors are found by their own id',
    file: 'lending/store/merchants.ts',
    search:
      ".where('sponsor_id', '=', sponsorId)\n    .where((where) =>\n      where.or([where('external_org_id'",
    replace: ".where((where) =>\n      where.or([where('external_org_id'",
  },
  {
    name: 'merchants of all sponsors are listed',
    file: 'lending/store/merchants.ts',
    search: ".where('merchant.sponsor_id', '=', sponsorId)",
    replace: '',
  },
  {
    name: 'loans of all merchants are listed',
    file: 'lending/store/applications.ts',
    search:
      ".where('sponsor_id', '=', sponsorId)\n    .where('merchant_id', '=', merchantId)\n    .$if(invitedBy",
    replace: ".where('sponsor_id', '=', sponsorId)\n    .$if(invitedBy",
  },
  {
    name: 'a Salesrep lists the loans of whom another invited',
    file: 'lending/store/applications.ts',
    search:
      ".$if(invitedBy !== undefined, (rows) => rows.where('invited_by', '=', invitedBy ?? ''))",
    replace: '',
  },
  {
    name: 'charges of all merchants are listed',
    file: 'lending/store/charge-requests.ts',
    search:
      ".where('charge.merchant_id', '=', merchantId)\n    .where('charge.status', '=', 'Pending')\n    .where('charge.expires_at', '>', now)",
    replace: ".where('charge.status', '=', 'Pending')\n    .where('charge.expires_at', '>', now)",
  },
  {
    name: 'transactions of all merchants are listed',
    file: 'lending/store/transactions.ts',
    search: "rows.where('done.merchant_id', '=', filter.merchantId),",
    replace: 'rows,',
  },
  {
    name: 'invitations of other merchants are listed',
    file: 'lending/store/invitations.ts',
    search:
      ".where('application.sponsor_id', '=', sponsorId)\n    .where('application.merchant_id', '=', merchantId)",
    replace: ".where('application.sponsor_id', '=', sponsorId)",
  },
  {
    name: 'offers of other sponsors are found, and then refused',
    file: 'lending/store/offers.ts',
    search: ".where('sponsor_id', '=', sponsorId)\n    .where('id', '=', id)",
    replace: ".where('id', '=', id)",
  },
  {
    name: 'charges of other sponsors are approved',
    file: 'lending/store/charge-requests.ts',
    search: ".where('sponsor_id', '=', sponsorId)\n    .where('id', '=', id)",
    replace: ".where('id', '=', id)",
  },
  {
    name: 'documents of other sponsors are shown',
    file: 'lending/store/documents.ts',
    search: ".where('sponsor_id', '=', sponsorId)\n    .where('id', '=', id)",
    replace: ".where('id', '=', id)",
  },
];
