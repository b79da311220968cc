export interface SandboxSponsorTable {
  sponsor_id: string;
  clock_offset_ms: number;
  /** 1 while callbacks are held back. */
  deliveries_held: number;
}

export interface CounterTable {
  name: string;
  value: number;
}
