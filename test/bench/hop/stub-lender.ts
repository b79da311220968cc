// A lender that knows one answer, so that only the hop before it is measured.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SelectOfferResponse } from '../../../server/lending-api/offers.ts';
import { aSoftPullAnswer } from './a-soft-pull-answer.ts';

const port = Number(process.argv[2]);
let serial = 0;

const server = createServer((request, response) => {
  answer(request).then((body) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const length = bytes.byteLength;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
    response.end(bytes);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.stdout.write('Ready.\n'));

async function answer(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  if (request.method === 'PATCH') return aSelection(request.url ?? '');
  const { external_application_id, loan_id } = JSON.parse(body);
  serial += 1;
  return aSoftPullAnswer({
    externalApplicationId: external_application_id,
    loanId: loan_id,
    serial,
  });
}

function aSelection(path: string): SelectOfferResponse {
  return {
    consumer_invitation_link: `http://127.0.0.1:${port}/terms/0123456789abcdef0123456789abcdef`,
    link_expires_at: '2099-01-01T00:00:00Z',
    offer_uuid: path.split('/').at(-3) ?? '',
    external_application_id: 'sample',
    loan_id: 'sample',
    application_status: 'Approved: Offer Selected',
    selected_amount: '8400.00',
    monthly_payment: '191.08',
    apr: '12.99',
    term_months: 60,
  };
}
