import assert from 'node:assert/strict';
import type { LendingContext } from '../../../../../server/lending/context.ts';
import { invitationScreen } from '../../../../../server/lending/operations/invitations/invitation-screen.ts';
import { findInvitedLink } from '../../../../../server/lending/operations/invitations/invited-link.ts';
import { submitInvitation } from '../../../../../server/lending/operations/invitations/submit-invitation.ts';
import { invitation, invitationSubmission } from '../../../../../server/lending-api/invitations.ts';
import { anInvitation, aSubmission, invitePath } from '../../../../helpers/invitations.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { StoredApplication } from '../../../../helpers/stored-application.ts';

const visitor = {
  ipAddress: '203.0.113.9',
  userAgent: 'Sample Browser 2.0',
  origin: 'http://localhost:8788',
};

let people = 0;

/** Somebody who was invited, and what is stored of it. */
export class InvitedConsumer extends StoredApplication {
  readonly email: string;
  readonly token: string;
  readonly link: string;

  private constructor(lending: TestLending, externalId: string, email: string, link: string) {
    super(lending, externalId);
    this.email = email;
    this.link = link;
    this.token = link.split('/').at(-1) ?? '';
  }

  static async by(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<InvitedConsumer> {
    people += 1;
    const externalId = `invitee-${people}`;
    const email = `invitee-${people}@example.test`;
    const body = anInvitation({ external_application_id: externalId, email, ...change });
    const answer = await lending.call('POST', invitePath, { body });
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    const { consumer_invitation_link } = invitation.parse(JSON.parse(text));
    return new InvitedConsumer(lending, externalId, email, consumer_invitation_link);
  }

  submission(change: Record<string, unknown> = {}) {
    return invitationSubmission.parse(aSubmission({ email: this.email, ...change }));
  }

  /** Sends the form, in another process's context when one is given. */
  submit(
    change: Record<string, unknown> = {},
    context: LendingContext = this.lending.context,
  ): ReturnType<typeof submitInvitation> {
    return submitInvitation(context, this.token, this.submission(change), visitor);
  }

  async screen() {
    const hosted = await findInvitedLink(this.lending.context, this.token);
    assert.ok(hosted);
    return invitationScreen(this.lending.context, hosted);
  }

  /** What answers whoever has the link: a browser, or a program. */
  async load(method: string): Promise<number> {
    const { status } = await this.lending.app.request(new URL(this.link).pathname, { method });
    return status;
  }

  async invitation() {
    const { id } = await this.application();
    return this.lending.context.database.query
      .selectFrom('invitations')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async statuses(): Promise<[string, string]> {
    return [(await this.invitation()).status, (await this.application()).status];
  }

  async history(): Promise<string[]> {
    const { id } = await this.application();
    const rows = await this.lending.context.database.query
      .selectFrom('application_history')
      .select(['status', 'actor'])
      .where('application_id', '=', id)
      .orderBy('position')
      .execute();
    return rows.map(({ status, actor }) => `${status} by ${actor}`);
  }

  /** Each callback in short: stage, decision and status. */
  async told(): Promise<string[]> {
    return (await this.callbacks()).map(
      ({ stage, decision, application_status }) => `${stage} ${decision} ${application_status}`,
    );
  }

  inquiries() {
    return this.lending.context.database.query
      .selectFrom('bureau_inquiries')
      .selectAll()
      .where('external_application_id', '=', this.externalId)
      .orderBy('attempt')
      .execute();
  }
}
