import answers from './answers.json' with { type: 'json' };
import { consumerRequests } from './consumer-requests.ts';
import { fundingRequests } from './funding-requests.ts';
import { merchantRequests } from './merchant-requests.ts';
import type { RequestExamples } from './request-example.ts';

/** A call of every operation, by operationId. */
export const requestExamples: RequestExamples = {
  ...merchantRequests,
  ...consumerRequests,
  ...fundingRequests,
};

/** What the sandbox answers to them, by operationId. */
export const answerExamples: Readonly<Record<string, unknown>> = answers;
