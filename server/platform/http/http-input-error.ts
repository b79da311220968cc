/** Why a request's body is refused before anything looks at its fields. */
export type HttpInputProblem =
  | 'malformed'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'too_deep'
  | 'too_many_keys'
  | 'lossy_number'
  | 'invalid_text'
  | 'too_large'
  | 'unsupported_media_type';

const sentences: Record<HttpInputProblem, string> = {
  malformed: 'The body cannot be read.',
  duplicate_key: 'The body names a field twice.',
  forbidden_key: 'The body has a field name that is not allowed.',
  too_deep: 'The body is nested too deeply.',
  too_many_keys: 'The body has too many fields.',
  lossy_number: 'The body has a number that does not fit.',
  invalid_text: 'The body has characters that are not allowed.',
  too_large: 'The body is too large.',
  unsupported_media_type: 'The content type or encoding is not supported.',
};

/** Thrown by the strict reader; the message is fit for the caller and echoes nothing. */
export class HttpInputError extends Error {
  override readonly name = 'HttpInputError';
  readonly problem: HttpInputProblem;
  readonly status: 400 | 413 | 415;

  constructor(problem: HttpInputProblem) {
    super(sentences[problem]);
    this.problem = problem;
    this.status = statusOf(problem);
  }
}

function statusOf(problem: HttpInputProblem): 400 | 413 | 415 {
  if (problem === 'too_large') return 413;
  return problem === 'unsupported_media_type' ? 415 : 400;
}
