import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { answerExamples, callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { documentProblems, type OpenApiDocument } from '../../../helpers/document-problems.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { answeredExamples, formOf } from './example-scenario.ts';

interface WordSchema {
  type?: string | string[];
  enum?: (string | number)[];
  description?: string;
  properties?: Record<string, WordSchema>;
  oneOf?: WordSchema[];
}

describe('/v1/openapi.json', () => {
  let bff: TestBff;
  let document: OpenApiDocument;
  before(async () => {
    bff = await startTestBff();
    document = (await (await bff.app.request('/v1/openapi.json')).json()) as OpenApiDocument;
  });
  after(() => bff.close());

  const schemas = () => (document.components.schemas ?? {}) as Record<string, WordSchema>;

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    assert.deepEqual(errors ?? [], []);
    assert.equal(valid, true);
  });

  it('describes and secures every operation, with examples that are valid', () => {
    assert.deepEqual(documentProblems(document), []);
  });

  it('says what each status means, each code and each thing that stands in the way', () => {
    const { CheckoutStatus, Charge, Refund, Event, Problem } = schemas();
    const ofRecords = [Charge, Refund, Event].map((each) => each?.properties?.status);
    const { code, blocked_by } = Problem?.properties ?? {};
    for (const words of [CheckoutStatus, ...ofRecords, code, blocked_by]) {
      assert.ok(words?.enum !== undefined);
      const said = [...(words.description ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word);
      assert.deepEqual(said.toSorted(), words.enum.toSorted());
    }
  });

  it('says which kinds of charges there are, wherever it names one', () => {
    const { CreateChargeRequest, Charge, Settlement } = schemas();
    for (const schema of [CreateChargeRequest, Charge, Settlement]) {
      assert.deepEqual(schema?.properties?.transaction_description?.enum, [109, 111, 113]);
    }
  });

  it('says of a field that may be left out that null counts as absent, whatever its type', () => {
    const { CreateCheckoutRequest, CreateRefundRequest, ResolveRefundRequest } = schemas();
    for (const field of [
      CreateCheckoutRequest?.properties?.description,
      CreateCheckoutRequest?.properties?.expires_at,
      CreateRefundRequest?.properties?.amount,
      ResolveRefundRequest?.oneOf?.[0]?.properties?.refund_request_uuid,
    ]) {
      assert.ok(field?.type?.includes('null'));
    }
  });

  it('describes exactly the calls of merchants’ servers that there are', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = bff.app.routes
      .filter(({ path, method }) => path.startsWith('/v1/merchant/') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(described.toSorted(), [...new Set(served)].toSorted());
  });

  it('names a key for every POST, and needs it for what moves money', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const { post } = methods as Record<string, { parameters?: object[] } | undefined>;
      if (!post) continue;
      const key = (post.parameters ?? []).find(
        (each) => (each as { name: string }).name === 'idempotency-key',
      ) as { required?: boolean } | undefined;
      assert.ok(key, path);
      assert.equal(
        key.required === true,
        /\/(charges|refunds|approve|credit-limit)$/.test(path),
        path,
      );
    }
  });

  it('says of every call what it is answered without the right key, by a limit and in trouble', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { responses } = operation as { responses: object };
        for (const status of ['400', '401', '429', '500', '503']) {
          assert.ok(status in responses, `${method} ${path} ${status}`);
        }
      }
    }
  });

  it('says how a return_url is refused that is not on one of the merchant’s pages', async () => {
    const { status } = await new MerchantServer(bff).post({ return_url: 'https://evil.example/' });
    const { post } = document.paths['/v1/merchant/checkouts'] as Record<
      string,
      { responses: object }
    >;
    assert.ok(String(status) in (post?.responses ?? {}), String(status));
  });

  it('is shown at /docs, with assets of its own origin alone', async () => {
    const page = await bff.app.request('/docs');
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.ok(!/https?:\/\//.test(html));
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    for (const [, asset] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.equal((await bff.app.request(asset ?? '')).status, 200, asset);
    }
  });
});

describe('the examples of /v1/openapi.json', () => {
  const ids = merchantApiRoutes.map(({ operationId }) => operationId);

  it('are there for every operation', () => {
    assert.deepEqual(new Set(Object.keys(callExamples)), new Set(ids));
    assert.deepEqual(new Set(Object.keys(answerExamples)), new Set(ids));
  });

  it('are accepted, one after the other, and answered as they say', async () => {
    const answered = await answeredExamples();
    assert.deepEqual(new Set(answered.keys()), new Set(ids));
    for (const [operation, { status, body }] of answered) {
      assert.ok(status < 300, `${operation}: ${status} ${JSON.stringify(body)}`);
      assert.deepEqual(formOf(answerExamples[operation]), formOf(body), operation);
    }
  });
});
