/** What an answer to a callback means (Sponsor Lending API, events). */
export type Acknowledgement = 'acknowledged' | 'gone' | 'failed';

/** `statusCode` is null when there was no answer. */
export function acknowledgement(statusCode: number | null): Acknowledgement {
  if (statusCode === 200 || statusCode === 201) return 'acknowledged';
  return statusCode === 410 ? 'gone' : 'failed';
}
