import assert from 'node:assert/strict';
import { it } from 'node:test';
import type * as office from '../../../demo/back-office/merchant-api-types.ts';
import { en } from '../../../demo/back-office/strings/en.ts';
import {
  type Blocker,
  blockers,
  type MerchantErrorCode,
} from '../../../server/bff/merchant-api/answers.ts';
import type { ResolveChargeRequest } from '../../../server/bff/merchant-api/charges.ts';
import type { CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import type { CreditLimitView } from '../../../server/bff/merchant-api/credit-limit.ts';
import { type EventType, eventType } from '../../../server/bff/merchant-api/events.ts';
import type { RefundView, ResolveRefundRequest } from '../../../server/bff/merchant-api/refunds.ts';
import type { ReportView } from '../../../server/bff/merchant-api/report.ts';
import type { SettlementView } from '../../../server/bff/merchant-api/settlements.ts';
import type { EventsPage, EventView } from '../../../server/bff/merchant-api/webhooks.ts';

/** Compiles only where the back office takes an answer, and the API a body, for what it is. */
type Answered<Expected, _Answer extends Expected> = true;
const answers: [
  Answered<office.Checkout, CheckoutView>,
  Answered<office.Refund, RefundView>,
  Answered<office.CreditLimit, CreditLimitView>,
  Answered<office.SentEvent, EventView>,
  Answered<office.Settlement, SettlementView>,
  Answered<office.Report, ReportView>,
  Answered<office.FailedEvents, EventsPage>,
  Answered<office.Blocker, Blocker>,
  Answered<office.EventType, EventType>,
  Answered<MerchantErrorCode, office.ProblemCode>,
  Answered<ResolveChargeRequest, office.ChargeResolution>,
  Answered<ResolveRefundRequest, office.RefundResolution>,
] = [true, true, true, true, true, true, true, true, true, true, true, true];

it('the back office reads every answer, and has a text for every event and blocker of the API', () => {
  assert.ok(answers.every(Boolean));
  const unnamed = eventType.options.filter((type) => !(type in en.events));
  assert.deepEqual(unnamed, []);
  assert.deepEqual(
    blockers.filter((blocker) => !(blocker in en.blockers)),
    [],
  );
});
