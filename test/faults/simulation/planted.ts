import type { NamedMistake } from '../noted-mistakes.ts';

const bff = 'bff/operations';

export interface PlantedMistake extends NamedMistake {
  /** The invariant that has to find it, where another one may find it too. */
  readonly by?: `I${number}`;
}

/**
 * Mistakes of one line that the simulation has to find. Each is one that somebody could make, in one
 * place of the product's source.
 */
export const plantedMistakes: readonly PlantedMistake[] = [
  {
    name: 'tells a charge again that has not changed',
    by: 'I3',
    file: 'bff/domain/timeline.ts',
    search: `if (from === to || to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
    replace: `if (to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
  },
  {
    name: 'ends a charge request an hour after its end',
    by: 'I6',
    file: 'lending/domain/funding/charge-status.ts',
    search: 'return Math.min(expires_at, purchase_window_ends_at ?? expires_at);',
    replace: 'return Math.min(expires_at, purchase_window_ends_at ?? expires_at) + hourMs;',
  },
  {
    name: 'lets a charge request wait for three days',
    by: 'I6',
    file: 'lending/domain/funding/charge-status.ts',
    search: 'export const CHARGE_LIFETIME_MS = 48 * hourMs;',
    replace: 'export const CHARGE_LIFETIME_MS = 72 * hourMs;',
  },
  {
    name: 'subtracts no refund that has settled from what is left',
    by: 'I7',
    file: 'lending/domain/funding/refund-rules.ts',
    search: `const standing = refunds.filter(({ status }) => status !== 'Failed');`,
    replace: `const standing = refunds.filter(({ status }) => status === 'Pending');`,
  },
  {
    name: 'asks the bureau under an id of each try',
    by: 'I8',
    file: 'lending/operations/applications/ask-bureau.ts',
    search: 'inquiry_id: inquiryAtBureau(sealer, application, asked),',
    replace: 'inquiry_id: application.inquiry_id,',
  },
  {
    name: 'tells of a commit before it is on disk',
    file: 'platform/database/sqlite.ts',
    search: 'settle.push(await this.#runMember(tx, waiting));',
    replace: '(await this.#runMember(tx, waiting))();',
  },
  {
    name: 'repeats a POST as it repeats a GET',
    file: 'platform/outbound/http-client.ts',
    search: `return request.method === 'GET' ? this.#get(request, signal) : this.#once(request, signal);`,
    replace: 'return this.#get(request, signal);',
  },
  {
    name: 'lets a loan stand that was accepted after its cancellation',
    file: `${bff}/sync-checkout.ts`,
    search:
      'return isAcceptedAfterCancellation(settled) ? acceptanceCancelled(context, settled) : settled;',
    replace: 'return settled;',
  },
  {
    name: 'deletes an application as if nobody had applied',
    file: 'bff/domain/retention.ts',
    search: 'if (isAsked(checkout.softPull)) return evidenceMs;',
    // Else it would be kept for a month, and no week shows that.
    replace: 'if (isAsked(checkout.softPull)) return unusedAfterEndMs;',
  },
  {
    name: 'takes a lost charge for a refused one',
    file: `${bff}/request-charge.ts`,
    search: `if (error.failure === 'unknown') return settleAsUnknown(context, checkout, id);`,
    replace: '',
  },
  {
    name: 'forgets its intent when a charge begins again',
    file: 'bff/domain/charging.ts',
    search: 'const intentId = asked?.id ?? earlier?.id ?? id;',
    replace: 'const intentId = asked?.id ?? id;',
  },
  {
    name: 'calls a soft pull undone that is on its way',
    file: `${bff}/reconcile-soft-pull.ts`,
    search: `return now < softPull.deadlineAt ? checkout : voidSoftPull(checkout, 'lender_unavailable');`,
    replace: `return voidSoftPull(checkout, 'lender_unavailable');`,
  },
  {
    name: 'writes over a change that came before its own',
    file: 'bff/store/checkouts.ts',
    search: `.where('id', '=', args.checkoutId)\n      .where('version', '=', args.fromVersion),`,
    replace: `.where('id', '=', args.checkoutId),`,
  },
  {
    name: 'asks for a charge under another id than that of its intent',
    file: `${bff}/request-charge.ts`,
    search: 'paymentIdentifier: charge.paymentIdentifier,',
    replace: `paymentIdentifier: charge.paymentIdentifier.replace(/.$/, '-'),`,
  },
  {
    name: 'lists the checkouts of all merchants',
    file: 'bff/store/merchant-list.ts',
    search: `.select(['sold_by', 'offer_code', 'expires_at'])\n    .where('merchant', '=', merchant);`,
    replace: `.select(['sold_by', 'offer_code', 'expires_at']);`,
  },
  {
    name: 'reads the checkout of another merchant',
    file: `${bff}/read-for-merchant.ts`,
    search: 'if (checkout?.publishableKey !== publishable_key)',
    replace: 'if (checkout === undefined)',
  },
  {
    name: 'opens any checkout to any token',
    file: 'bff/http/request.ts',
    search: `if (checkout.id !== c.req.param('id')) throw new BffError('not_found');`,
    replace: '',
  },
  {
    name: 'sends the events of a checkout in any order',
    file: `${bff}/deliver-webhooks.ts`,
    search: 'if (first !== undefined && first.eventId !== delivery.eventId) {',
    replace: 'if (first !== undefined && first.eventId === message.type) {',
  },
  {
    name: 'takes any answer of a shop as an acknowledgement',
    file: 'bff/domain/webhook-delivery.ts',
    search: 'return statusCode !== null && statusCode >= 200 && statusCode < 300;',
    replace: 'return statusCode !== null;',
  },
  {
    name: 'writes no event of a change that has two',
    file: `${bff}/record-webhooks.ts`,
    search: 'if (events.length === 0) return;',
    replace: 'if (events.length !== 1) return;',
  },
  {
    name: 'shares a charge out and loses a cent',
    file: 'loan-math/fee-split.ts',
    search: 'net_to_sponsor_amount_cents: fee - platform,',
    replace: 'net_to_sponsor_amount_cents: Math.max(0, fee - platform - 1),',
  },
  {
    name: 'counts a settled charge twice in the sums of its day',
    file: 'bff/domain/funnel.ts',
    search: 'sums.settled += 1;',
    replace: 'sums.settled += 2;',
  },
  {
    name: 'keeps the person beside a soft pull',
    file: `${bff}/apply.ts`,
    search: `const personDigest = hmacToken(fingerprintKey, 'person', ...who);`,
    replace: `const personDigest = who.join('|');`,
  },
  {
    name: 'streams a step without its charges',
    file: `${bff}/stream-steps.ts`,
    search: 'answer: { step: stepOf(checkout) } };',
    replace: 'answer: { step: stepOf({ ...checkout, charges: [] }) } };',
  },
  {
    name: 'writes a callback of the lender and sends it never',
    file: 'lending/operations/callbacks.ts',
    search: '  if (isHeld) return;\n  await schedule(tx, {',
    replace: '  if (!isHeld) return;\n  await schedule(tx, {',
  },
  {
    name: 'says in the webhook of a refund what was charged',
    by: 'I2',
    file: 'bff/domain/timeline.ts',
    search: 'return refund?.amountCents ?? charge?.amountCents ??',
    replace: 'return charge?.amountCents ?? refund?.amountCents ??',
  },
  {
    name: 'lists what went back as if it had come',
    by: 'I2',
    file: `${bff}/list-settlements.ts`,
    search: 'gross_amount: formatCents(row.amount_cents),',
    replace: 'gross_amount: formatCents(Math.abs(row.amount_cents)),',
  },
  {
    name: 'pays the merchant what the consumer was charged',
    by: 'I2',
    file: 'lending/operations/funding/run-merchant-payout.ts',
    search: '{ net_to_merchant_amount_cents: amount_cents } = unrefunded',
    replace: '{ consumer_charge_amount_cents: amount_cents } = unrefunded',
  },
  {
    name: 'pays out again what it does not know to be paid',
    by: 'I2',
    file: 'lending/operations/funding/run-merchant-payout.ts',
    search: `id: \`\${transaction.id}/\${account.id}\`,`,
    replace: `id: \`\${transaction.id}/\${now}\`,`,
  },
  {
    name: 'posts no refund to a statement',
    by: 'I2',
    file: 'lending/domain/statements.ts',
    search: `if (status === 'Transferred') return transaction_description === 115 ? 'refund' : 'charge';`,
    replace: `if (status === 'Transferred') return transaction_description === 115 ? undefined : 'charge';`,
  },
  {
    name: 'forgets the number of a loan that only the rows of its charges say',
    file: `${bff}/reconcile-charges.ts`,
    search: 'return withLoanNumber(settled, list.records);',
    replace: 'return settled;',
  },
  {
    name: 'forgets which charge a key has made',
    by: 'I1',
    file: `${bff}/charge-for-merchant.ts`,
    search: 'await saveKey(tx, keyed, { checkoutId: id, targetId: begun.charge.id });',
    replace: '',
  },
  {
    name: 'takes a key for any body',
    by: 'I1',
    file: `${bff}/idempotency-key.ts`,
    search: 'if (known.fingerprint === request.fingerprint) return;',
    replace: `if (known.fingerprint !== '') return;`,
  },
  {
    name: 'takes an increase that was refused for one that was made',
    by: 'I1',
    file: `${bff}/increase-credit-line.ts`,
    search: 'await settle(context, checkout, dropIncrease);',
    replace: 'await settle(context, checkout, endIncrease);',
  },
  {
    name: 'believes that a charge was not made which the lists show',
    by: 'I3',
    file: `${bff}/resolve-charge.ts`,
    search: `if (isThere) throw chargeBlocked('lender_records');`,
    replace: '',
  },
  {
    name: 'takes any charge of the lender for the one that it is said to be',
    by: 'I3',
    file: `${bff}/resolve-charge.ts`,
    search: 'if (named.length === 0) throw notBorneOut(list);',
    replace: '',
  },
  {
    name: 'keeps no evidence of the terms of a higher limit',
    by: 'I12',
    file: 'lending/operations/sent-documents.ts',
    search: `sent('revised_terms_sent', 'credit_line_increased'),`,
    replace: '',
  },
  {
    name: 'writes no receipt of a charge',
    by: 'I12',
    file: 'lending/operations/funding/answer-charge.ts',
    search: 'await queueMessage(context, tx, {\n    ...receipt,',
    replace: 'if (isLast) await queueMessage(context, tx, {\n    ...receipt,',
  },
  {
    name: 'writes a message and sends it a month later',
    by: 'I12',
    file: 'lending/operations/queue-message.ts',
    search: 'dueAt: now,',
    replace: 'dueAt: now + 30 * 24 * 3_600_000,',
  },
  {
    name: 'signs each try of an event with the time of the first',
    by: 'I5',
    file: `${bff}/deliver-webhooks.ts`,
    search: 'at: clock.now(), body });',
    replace: 'at: Math.min(clock.now(), delivery.createdAt), body });',
  },
  {
    name: 'gives an event up after its first try',
    file: 'bff/domain/webhook-delivery.ts',
    search: 'if (statusCode === 410 || delayMs === undefined || at >= until) {',
    replace: 'if (statusCode !== 204) {',
  },
  {
    name: 'counts nothing in the sums of a day that went back without a refund',
    by: 'I2',
    file: 'bff/domain/funnel.ts',
    search:
      'const rest = pastStates.has(earlier.state) ? restGoneBack(earlier, charge, after) : undefined;',
    replace: 'const rest = undefined as ReturnType<typeof restGoneBack>;',
  },
  {
    name: 'leaves out of a list what settled in the same moment as the last row before it',
    by: 'I2',
    file: 'bff/store/settlements.ts',
    search: `eb(refTuple('settlements.seen_at', 'settlements.id'), '>', tuple(after.seenAt, after.id)),`,
    replace: `eb('settlements.seen_at', '>', after.seenAt),`,
  },
  {
    name: 'tells the consumer that the shop knows what it has not acknowledged',
    by: 'I5',
    file: `${bff}/deliver-webhooks.ts`,
    search: 'if (attempt !== undefined && isAcknowledged(attempt)) await noteTold(',
    replace: 'if (attempt !== undefined) await noteTold(',
  },
];
