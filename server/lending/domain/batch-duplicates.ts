/** What of a batch must be unique in it and among the stored users. */
interface NamedUser {
  user_id: string;
  email: string;
}

/** Values as they were sent, each once. */
export interface BatchDuplicates {
  user_id: string[];
  emails: string[];
}

/**
 * The user_ids and e-mails of a batch that are stored already or come twice in it (lending
 * decisions, 2.2). E-mails are the same whatever their case; stored ones are lower case.
 */
export function batchDuplicates(
  batch: readonly NamedUser[],
  stored: readonly NamedUser[],
): BatchDuplicates {
  const ids = batch.map(({ user_id }) => user_id);
  const emails = batch.map(({ email }) => email);
  return {
    user_id: duplicatesIn(
      ids,
      stored.map(({ user_id }) => user_id),
      (id) => id,
    ),
    emails: duplicatesIn(
      emails,
      stored.map(({ email }) => email),
      (email) => email.toLowerCase(),
    ),
  };
}

function duplicatesIn(
  sent: readonly string[],
  stored: readonly string[],
  sameAs: (value: string) => string,
): string[] {
  const taken = new Set(stored);
  const counts = new Map<string, number>();
  for (const value of sent) counts.set(sameAs(value), (counts.get(sameAs(value)) ?? 0) + 1);
  const isDuplicate = (value: string) =>
    taken.has(sameAs(value)) || (counts.get(sameAs(value)) ?? 0) > 1;
  return [...new Set(sent.filter(isDuplicate))];
}
