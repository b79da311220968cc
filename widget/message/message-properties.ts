/** What a page sets on the element: each attribute has its property's name. */
export const messageProperties = ['server', 'merchant', 'amount', 'locale', 'href'] as const;
