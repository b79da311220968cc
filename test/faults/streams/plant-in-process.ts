// node --import ./plant-in-process.ts: a product with the mistake in it that PLANTED_MISTAKE has as JSON.
import { type Mistake, plant } from '../plant.ts';

plant(JSON.parse(process.env.PLANTED_MISTAKE ?? '') as Mistake);
