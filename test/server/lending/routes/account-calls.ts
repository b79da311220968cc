import assert from 'node:assert/strict';
import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { authorizationOf, type TestLending } from '../../../helpers/lending.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

export type Body = Record<string, unknown>;

type LoanOptions =
  Parameters<typeof anAcceptedLoan> extends [unknown, ...infer Options] ? Options : never;

export async function answerOf(response: Response): Promise<{ status: number; body: Body }> {
  return { status: response.status, body: (await response.json()) as Body };
}

/** The same fields as JSON, as a form and as multipart. */
export function encodings(fields: Record<string, string | number>): RequestInit[] {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  const multipart = new FormData();
  for (const [name, value] of texts) multipart.append(name, value);
  return [
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
    { body: new URLSearchParams(texts.map(([name, value]) => [name, value])) },
    { body: multipart },
  ];
}

/** Changes a user of the demo merchant, as its Admin. */
export async function changeUser(lending: TestLending, user_id: string, change: Body) {
  const body = { request_user_id: 'hillside-admin', user_id, ...change };
  const response = await lending.call('PATCH', '/api/v1/sponsor/merchants/users/', { body });
  assert.equal(response.status, 200, await response.text());
}

/** What the tests of an account's changes ask of the service, and look for in it. */
export function accountCalls(lending: TestLending) {
  return {
    makeLoan: (...options: LoanOptions) => anAcceptedLoan(lending, ...options),

    async detail({ loan_id }: { loan_id: string }): Promise<Body> {
      const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan_id}/`;
      return (await answerOf(await lending.call('GET', path))).body;
    },

    messagesAbout: ({ id }: { id: string }, kind: MessageKind) =>
      storedRows(lending.context)
        .selectFrom('messages')
        .selectAll()
        .where('application_id', '=', id)
        .where('kind', '=', kind)
        .execute(),

    post: async (path: string, { headers, body }: RequestInit): Promise<Response> =>
      lending.app.request(path, {
        method: 'POST',
        headers: { ...headers, authorization: authorizationOf('sponsor@example.test') },
        ...(body !== undefined && { body }),
      }),

    async addUser(user_id: string, user_type: string): Promise<void> {
      const body = {
        request_user_id: 'hillside-admin',
        user_id,
        user_type,
        first_name: 'Sam',
        last_name: 'Sample',
        email: `${user_id}@example.test`,
        phone_number: '+16145550188',
      };
      const response = await lending.call('POST', '/api/v1/sponsor/merchants/users/', { body });
      assert.equal(response.status, 201, await response.text());
    },
  };
}
