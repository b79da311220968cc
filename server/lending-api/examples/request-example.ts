/** A call of one operation. Together the examples are one scenario, which the sandbox accepts. */
export interface RequestExample {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** By operationId. */
export type RequestExamples = Readonly<Record<string, RequestExample>>;
