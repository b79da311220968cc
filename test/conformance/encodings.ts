import type { Body } from './api-testbed.ts';

/** What is sent: the body and, unless the platform says it by itself, its content type. */
export interface Encoded {
  body: string | FormData | URLSearchParams;
  contentType?: string;
}

/** The three content types that the consumer endpoints take. */
export const encodings: Readonly<Record<string, (body: Body) => Encoded>> = {
  JSON: (body) => ({ body: JSON.stringify(body), contentType: 'application/json' }),
  'form-urlencoded': (body) => ({ body: new URLSearchParams(textFields(body)) }),
  multipart: (body) => {
    const form = new FormData();
    for (const [name, value] of textFields(body)) form.set(name, value);
    return { body: form };
  },
};

function textFields(body: Body): [string, string][] {
  return Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
}
