// node --import ./plant-in-process.ts: a product with the mistake in it that PLANTED_MISTAKE has as JSON.
import { type Mistake, plantMistake } from '../plant-mistake.ts';

plantMistake(JSON.parse(process.env.PLANTED_MISTAKE ?? '') as Mistake);
