import { answerExamples, requestExamples } from '../../lending-api/examples/examples.ts';

interface Media {
  example?: unknown;
}

interface Parameter {
  name: string;
  in: string;
  schema?: { type?: string };
  example?: unknown;
}

interface WithExamples {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/** Puts the examples of each operation where OpenAPI readers look for them. */
export function addExamples(document: { paths?: object }): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path) as WithExamples[]) addExamplesTo(operation);
  }
}

function addExamplesTo(operation: WithExamples): void {
  const id = operation.operationId ?? '';
  const request = requestExamples[id];
  if (!request) return;
  const values: Record<string, string> = { ...request.path, ...request.query };
  for (const parameter of operation.parameters ?? []) {
    const value = values[parameter.name];
    if (value === undefined) continue;
    parameter.example = parameter.schema?.type === 'integer' ? Number(value) : value;
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    media.example = request.body;
  }
  const success = Object.keys(operation.responses).findLast((status) => status.startsWith('2'));
  const answer = operation.responses[success ?? '']?.content?.['application/json'];
  if (answer) answer.example = answerExamples[id];
}
