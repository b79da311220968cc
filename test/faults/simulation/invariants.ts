import type { WeekParts } from './week.ts';

export interface Found {
  wrongs: string[];
  counts: Record<
    'applications' | 'accepted' | 'charges' | 'settled' | 'refunds' | 'webhooks' | 'unresolved',
    number
  >;
}

export async function findWrongs(parts: WeekParts): Promise<Found> {
  const { disk, bff, facts, shops } = parts;
  const count = (sql: string) => Number(Object.values(disk.read(bff.file, sql)[0] as object)[0]);
  return {
    wrongs: [...facts.wrong],
    counts: {
      applications: count('select count(*) from checkouts where soft_pull_state is not null'),
      accepted: facts.acceptedBy.size,
      charges: count('select count(*) from charges'),
      settled: count('select count(*) from charges where settled_at is not null'),
      refunds: count('select count(*) from refunds'),
      webhooks: shops.reduce((sum, { heard }) => sum + heard.length, 0),
      unresolved: count(
        "select count(*) from charges where state in ('unresolved', 'unknown', 'started')",
      ),
    },
  };
}
