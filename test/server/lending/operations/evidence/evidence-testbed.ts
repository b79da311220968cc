import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import { verifyEvidence } from '../../../../../server/lending/operations/verify-evidence.ts';
import {
  type ConsentEvent,
  recordConsents,
} from '../../../../../server/lending/store/consent-events.ts';
import type { ConsentEventRow } from '../../../../../server/lending/store/schema/evidence.ts';
import type { FieldSealer } from '../../../../../server/platform/crypto/sealed-fields.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { fundingFlow } from '../../funding-flow.ts';

/** The sponsor whose applications these are. */
export const sponsor_id = 'sponsor@example.test';
/** Of the test's lending service. */
export const encryptionKey = new Uint8Array(32).fill(7);

/** A lending service a test, with the evidence of a loan and of another application. */
export function evidenceTestbed() {
  let lending: TestLending;
  /** The chain of a loan that was applied for, accepted and charged. */
  let chain: readonly ConsentEventRow[];
  beforeEach(async () => {
    lending = await startTestLending();
    // Deliveries leave evidence of their own, in their own time.
    await lending.stop();
    await softPull('other-application', 'other@example.test');
    const id = await acceptedLoan();
    chain = await rowsOf(id);
  });
  afterEach(() => lending.close());

  async function softPull(external_application_id: string, email: string) {
    const body = aSoftPull({ external_application_id, email });
    const response = await lending.call('POST', softPullPath, { body });
    return (await response.json()) as { offers: { offer_uuid: string }[] };
  }

  async function acceptedLoan(): Promise<string> {
    const { offers } = await softPull('accepted', 'accepted@example.test');
    const { call, sandbox, charge } = fundingFlow(lending);
    await call('PATCH', `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`, {});
    await sandbox('/applications/accepted/accept-terms');
    const request = await charge({ external_application_id: 'accepted' });
    await sandbox(`/payment-requests/${request}/approve`);
    const { id } = await lending.context.database.query
      .selectFrom('applications')
      .select('id')
      .where('external_application_id', '=', 'accepted')
      .executeTakeFirstOrThrow();
    return id;
  }

  const rowsOf = (applicationId: string) =>
    lending.context.database.query
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', applicationId)
      .orderBy('position')
      .execute();

  const verify = async () => verifyEvidence(lending.context.database.query, lending.context.sealer);

  function rowAt(position: number): ConsentEventRow {
    const row = chain[position - 1];
    assert.ok(row);
    return row;
  }
  const remove = (...rows: readonly ConsentEventRow[]) =>
    lending.context.database.query
      .deleteFrom('consent_events')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();

  /** Adds evidence of a type to the end of the chain. */
  const add = (...types: readonly ConsentEvent['consentType'][]) =>
    addBy(lending.context.sealer, ...types);

  async function addBy(sealer: FieldSealer, ...types: readonly ConsentEvent['consentType'][]) {
    const context = { ...lending.context, sealer };
    const { application_id } = rowAt(1);
    await context.database.transaction((tx) =>
      recordConsents(tx, context, application_id, consents(...types)),
    );
    chain = await rowsOf(application_id);
  }

  function consents(...types: readonly ConsentEvent['consentType'][]): ConsentEvent[] {
    return types.map((consentType) => ({
      sponsorId: sponsor_id,
      applicationId: rowAt(1).application_id,
      subjectHash: 'person',
      locale: 'en',
      consentType,
      action: 'clicked',
      acceptedAt: 1,
      collectedBy: 'hosted',
    }));
  }

  const lastRow = () => rowAt(chain.length);

  return {
    get lending() {
      return lending;
    },
    /** Of the loan, as it was before anything but `add` changed it. */
    get chain() {
      return chain;
    },
    verify,
    rowAt,
    lastRow,
    remove,
    add,
    addBy,
    consents,
  };
}
