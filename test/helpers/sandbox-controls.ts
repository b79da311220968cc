import type { OpenApiDocument } from './document-problems.ts';
import type { TestLending } from './lending.ts';

/** A control as the sandbox's own document shows it. */
interface DocumentedControl {
  method: string;
  /** Under `/sandbox/v1`. */
  path: string;
  description: string;
  hasBody: boolean;
  /** The body that the document shows. */
  example: unknown;
}

/** Every control of the sandbox, in the order of its document. */
export async function documentedControls({
  app,
}: Pick<TestLending, 'app'>): Promise<DocumentedControl[]> {
  const answer = await app.request('/sandbox/v1/openapi.json');
  const { paths } = (await answer.json()) as OpenApiDocument;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description = '', requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace('/sandbox/v1', ''),
      description,
      hasBody: requestBody !== undefined,
      example: requestBody?.content['application/json']?.example,
    })),
  );
}
