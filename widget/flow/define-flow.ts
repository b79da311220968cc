import { define } from '../elements/define.ts';
import { DetailsScreen } from '../screens/details/details-screen.ts';
import { ProblemScreen } from '../screens/problem-screen.ts';
import { FlowElement } from './flow-element.ts';

export const flowTag = 'soft-pull-flow' as const;

/** Registers the flow with what its first screen needs. */
export function defineFlow(): void {
  // The form first: the flow asks it whether the document came with it.
  define('soft-pull-details-screen', DetailsScreen);
  define('soft-pull-problem-screen', ProblemScreen);
  define(flowTag, FlowElement);
}
