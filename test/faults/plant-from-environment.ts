// node --import ./plant-from-environment.ts: a product with the mistake that PLANTED_MISTAKE has as JSON.
import { type Mistake, plant } from './plant.ts';

plant(JSON.parse(process.env.PLANTED_MISTAKE ?? '') as Mistake);
