import assert from 'node:assert/strict';
import { invitation } from '../../../../server/lending-api/invitations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser, type PlainPage } from '../../../helpers/plain-browser.ts';
import { StoredApplication } from '../../../helpers/stored-application.ts';

const path = '/api/v1/sponsor/consumers/application/';

export type Answers = Readonly<Record<string, string>>;

/** What somebody in Ohio types, page by page. */
export const typed = {
  contact: {
    requested_amount: '8,400',
    purchase_description: 'A heat pump',
    first_name: 'Ada',
    middle_name: '',
    last_name: 'Sample',
    suffix: '',
    email: 'ada.invited@example.test',
    phone: '(614) 555-0123',
  },
  consents: { esign_consent: 'yes', privacy_notice_ack: 'yes', sms_consent: 'yes' },
  home: {
    date_of_birth: '4/12/1985',
    address_1: '12 Hillside Avenue',
    address_2: '',
    city: 'Dayton',
    state: 'OH',
    zip_code: '45402',
  },
  income: {
    housing_status: 'own',
    monthly_housing_payment: '$1,250',
    employment_status: 'employed',
    employer_name: '',
    annual_income: '84,000.00',
    ssn: '900-10-0001',
  },
} as const satisfies Record<string, Answers>;

export type Step = keyof typeof typed;
const steps: readonly Step[] = ['contact', 'consents', 'home', 'income'];

let people = 0;

/** Somebody who was invited, with a browser. */
export class InvitedConsumer extends StoredApplication {
  readonly browser: PlainBrowser;
  readonly link: string;

  private constructor(lending: TestLending, link: string, externalId: string) {
    super(lending, externalId);
    this.browser = new PlainBrowser(lending);
    this.link = link;
  }

  static async invited(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<InvitedConsumer> {
    people += 1;
    const body = {
      request_user_id: 'hillside-rep-1',
      email: `invited-${people}@example.test`,
      first_name: 'Ada',
      external_application_id: `invited-${people}`,
      sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
      sponsor_redirect_url: 'https://shop.example/back',
      ...change,
    };
    const answer = await lending.call('POST', path, { body });
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    const { consumer_invitation_link, external_application_id } = invitation.parse(
      JSON.parse(text),
    );
    return new InvitedConsumer(lending, consumer_invitation_link, external_application_id);
  }

  /** Invited and started: the form's first page. */
  async start(): Promise<PlainPage> {
    return this.browser.post(`${this.link}/start`, {});
  }

  /** Sends a page of the form as it is typed, with what the page itself carries. */
  async send(step: Step, change: Answers = {}): Promise<PlainPage> {
    const { hidden } = await this.browser.open(`${this.link}/apply/${step}`);
    return this.browser.post(`${this.link}/apply/${step}`, {
      ...hidden,
      ...typed[step],
      ...change,
    });
  }

  /** Answers every page; `change` by page. Ends at the authorization. */
  async fillIn(change: Partial<Record<Step, Answers>> = {}): Promise<PlainPage> {
    let page = await this.start();
    for (const step of steps) {
      page = await this.send(step, {
        ...(step === 'contact' && { email: `${this.externalId}@example.test` }),
        ...change[step],
      });
    }
    return page;
  }

  /** Gives the written instructions. */
  async authorize(change: Answers = {}): Promise<PlainPage> {
    const { hidden } = await this.browser.open(`${this.link}/apply/authorize`);
    return this.browser.post(`${this.link}/apply/authorize`, { ...hidden, ...change });
  }

  async apply(
    ssn = '900-10-0001',
    change: Partial<Record<Step, Answers>> = {},
  ): Promise<PlainPage> {
    await this.fillIn({ ...change, income: { ssn, ...change.income } });
    return this.authorize();
  }

  drafts() {
    return this.lending.context.database.query
      .selectFrom('application_drafts')
      .selectAll()
      .execute();
  }
}
