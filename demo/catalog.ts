/** What the shop sells. Prices are integer cents and live on the server alone. */
export interface Size {
  readonly id: string;
  readonly name: string;
  readonly fits: string;
  readonly cents: number;
}

export interface AddOn {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly cents: number;
}

export const productName = 'Ridgeline 36 heat pump';

export const sizes = [
  { id: '2-ton', name: '2 ton', fits: 'Up to 1,200 sq ft', cents: 735_000 },
  { id: '3-ton', name: '3 ton', fits: 'Up to 1,900 sq ft', cents: 840_000 },
  { id: '4-ton', name: '4 ton', fits: 'Up to 2,600 sq ft', cents: 968_000 },
] as const satisfies readonly Size[];

export const defaultSize: Size = sizes[1];

export const addOns = [
  {
    id: 'thermostat',
    name: 'Learning thermostat',
    about: 'Room sensors, schedules and a phone app',
    cents: 28_900,
  },
  {
    id: 'surge',
    name: 'Surge protection',
    about: 'Keeps the inverter safe from the grid',
    cents: 24_500,
  },
  {
    id: 'care',
    name: 'Five-year care plan',
    about: 'Two visits a year, filters and labor included',
    cents: 118_000,
  },
] as const satisfies readonly AddOn[];
