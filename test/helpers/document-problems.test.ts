import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentProblems, type OpenApiDocument } from './document-problems.ts';

const answers = { 200: {}, 404: {} };

function aDocument(): OpenApiDocument {
  return {
    info: { contact: { name: 'A lender' }, license: { name: 'MIT' } },
    servers: [{ url: '{base_url}' }],
    tags: [{ name: 'Loans', description: 'What is lent.' }],
    paths: {
      '/loans/': {
        get: {
          operationId: 'listLoans',
          summary: 'List the loans',
          description: 'The newest first.',
          tags: ['Loans'],
          security: [{ basic: [] }],
          parameters: [{ name: 'page', schema: { type: 'integer' }, example: 1 }],
          responses: answers,
        },
      },
    },
    webhooks: {
      lent: {
        post: {
          operationId: 'lent',
          summary: 'Lent',
          description: 'When a loan is made.',
          tags: ['Loans'],
          security: [{ basic: [] }],
          requestBody: {
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Loan' },
                example: { id: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10' },
              },
            },
          },
          responses: { 200: {} },
        },
      },
    },
    components: {
      securitySchemes: { basic: {} },
      schemas: { Loan: { type: 'object', properties: { id: { format: 'uuid' } } } },
    },
  };
}

type Call = NonNullable<OpenApiDocument['paths'][string][string]>;

/** The document with another operation. */
function withCall(change: Partial<Call>): OpenApiDocument {
  const document = aDocument();
  const get = { ...document.paths['/loans/']?.get, ...change };
  return { ...document, paths: { '/loans/': { get } } };
}

function withCallback(change: Partial<Call>): OpenApiDocument {
  const document = aDocument();
  const post = { ...document.webhooks?.lent?.post, ...change };
  return { ...document, webhooks: { lent: { post } } };
}

const json = (media: object) => ({ content: { 'application/json': media } });

describe('the problems of an OpenAPI document', () => {
  it('are none when all is there', () => {
    assert.deepEqual(documentProblems(aDocument()), []);
  });

  for (const [name, document, problem] of [
    ['no contact', { ...aDocument(), info: { license: {} } }, /no contact/],
    ['no license', { ...aDocument(), info: { contact: {} } }, /no license/],
    ['no servers', { ...aDocument(), servers: [] }, /no servers/],
    ['a local server', { ...aDocument(), servers: [{ url: 'http://localhost:1' }] }, /localhost/],
    ['a silent tag', { ...aDocument(), tags: [{ name: 'Loans' }] }, /Loans says nothing/],
    ['one id for two', withCall({ operationId: 'lent' }), /lent is there twice/],
    ['no summary', withCall({ summary: '' }), /get \/loans\/ has no summary/],
    ['no description', withCallback({ description: '' }), /post lent has no description/],
    ['no tags', withCallback({ tags: [] }), /post lent has no tags/],
    ['an unknown tag', withCall({ tags: ['Loans', 'Homes'] }), /has the tag Homes/],
    ['no security', withCallback({ security: [] }), /post lent has no security/],
    ['unknown credentials', withCall({ security: [{ key: [] }] }), /is secured by key/],
    ['no success', withCallback({ responses: {} }), /post lent has no success/],
    ['no refusal', withCall({ responses: { 200: {} } }), /get \/loans\/ has no refusal/],
    [
      'a wrong parameter',
      withCall({ parameters: [{ name: 'page', schema: { type: 'integer' }, example: '1' }] }),
      /example of page: .*integer/,
    ],
    [
      'a wrong body',
      withCallback({
        requestBody: json({ schema: { $ref: '#/components/schemas/Loan' }, example: { id: 'x' } }),
      }),
      /example of application\/json: .*uuid/,
    ],
    [
      'a wrong answer',
      withCall({
        responses: { ...answers, 200: json({ schema: { type: 'array' }, example: {} }) },
      }),
      /example of 200 application\/json: .*array/,
    ],
  ] satisfies [string, OpenApiDocument, RegExp][]) {
    it(`name ${name}`, () => {
      const [found, ...others] = documentProblems(document);
      assert.match(found ?? '', problem);
      assert.deepEqual(others, []);
    });
  }
});
