/** How far a checkout is whose return code was used up; `charged`: a charge was asked for. */
export const reachedStages = ['chosen', 'ended', 'accepted', 'charged'] as const;

export type Reached = (typeof reachedStages)[number];
