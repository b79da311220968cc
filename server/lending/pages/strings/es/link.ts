import type { PageStrings } from '../page-strings.ts';

/** Why a link opens nothing, and how to go on, in Spanish. */
export const link: PageStrings['link'] = {
  unknownTitle: 'Este enlace no funciona',
  unknown:
    'Compruebe que copió el enlace completo o ábralo de nuevo desde el mensaje o la página de donde vino.',
  replacedTitle: 'Este enlace fue reemplazado',
  replaced: {
    invitation:
      'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
    terms: 'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
    portal: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    preferences: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
  },
  chargeReplacedTitle: 'Este enlace fue bloqueado',
  chargeReplaced:
    'Los datos no coincidieron demasiadas veces. No se cobró nada. Le enviamos por correo electrónico un enlace nuevo: úselo para aprobar o rechazar el cargo.',
  expiredTitle: 'Este enlace venció',
  expired:
    'Los enlaces funcionan por tiempo limitado para proteger su información. Vuelva al comercio para obtener uno nuevo.',
  expiredAfterAcceptance:
    'Este enlace era para leerlo y aceptarlo, y ya venció. Su número de préstamo, sus documentos y el enlace a su Portal de Pagos están en el correo electrónico que le enviamos.',
  lockedTitle: 'Este enlace está bloqueado',
  locked: {
    mailed_link:
      'Los datos no coincidieron demasiadas veces, así que este enlace ya no abre nada. Use el enlace nuevo que le enviamos por correo electrónico.',
    new_request:
      'Los datos no coincidieron demasiadas veces, así que este enlace ya no abre nada. No se cobró nada. Si desea este cargo, pida al comercio que lo solicite de nuevo. Le enviamos un correo electrónico al respecto.',
    link_from_merchant:
      'Los dígitos no coincidieron demasiadas veces, así que este enlace ya no abre nada. Vuelva al comercio para obtener uno nuevo.',
    portal:
      'Los dígitos no coincidieron demasiadas veces, así que este enlace ya no abre nada. Su préstamo sigue igual: use el enlace a su Portal de Pagos que está en el correo electrónico con los documentos de su préstamo.',
    call: 'Los dígitos no coincidieron demasiadas veces, así que con este enlace ya no se puede confirmar nada. Llámenos para continuar.',
  },
  dayLockedTitle: 'Bloqueado hasta mañana',
  dayLocked: {
    invitation:
      'Los dígitos no coincidieron demasiadas veces hoy. Para protegerle, esta solicitud queda bloqueada hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
    terms:
      'Los dígitos no coincidieron demasiadas veces hoy. Para protegerle, esta página queda bloqueada hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
    portal:
      'Los datos no coincidieron demasiadas veces hoy. Para protegerle, su Portal de Pagos queda bloqueado hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
    charge:
      'Los datos no coincidieron demasiadas veces hoy. Para protegerle, no se puede aprobar ni rechazar ningún cargo hasta mañana. No se cobró nada. Vuelva a probar este enlace entonces: si la solicitud ya venció, el comercio puede enviar una nueva. Le enviamos un correo electrónico al respecto.',
    preferences:
      'Los dígitos no coincidieron demasiadas veces hoy. Para protegerle, aquí no se puede confirmar nada hasta mañana: inténtelo de nuevo entonces. Le enviamos un correo electrónico al respecto.',
  },
  bothLocked: {
    mailed_link:
      'Los datos no coincidieron demasiadas veces hoy. Para protegerle, su préstamo queda bloqueado hasta mañana. A partir de entonces, use el enlace nuevo que le enviamos por correo electrónico.',
    new_request:
      'Los datos no coincidieron demasiadas veces hoy, así que este enlace ya no abre nada y su préstamo queda bloqueado hasta mañana. No se cobró nada. Si desea este cargo, pida al comercio que lo solicite de nuevo: podrá aprobarlo a partir de mañana. Le enviamos un correo electrónico al respecto.',
    link_from_merchant:
      'Los dígitos no coincidieron demasiadas veces hoy. Para protegerle, este enlace ya no abre nada, y ningún otro lo hará hasta mañana. A partir de entonces puede pedir uno nuevo al comercio. Le enviamos un correo electrónico al respecto.',
    portal:
      'Los dígitos no coincidieron demasiadas veces hoy. Para protegerle, su préstamo queda bloqueado hasta mañana. A partir de entonces, use el enlace a su Portal de Pagos que está en el correo electrónico con los documentos de su préstamo. Le enviamos un correo electrónico al respecto.',
    call: 'Los dígitos no coincidieron demasiadas veces hoy, así que con este enlace ya no se puede confirmar nada. Llámenos para continuar. Le enviamos un correo electrónico al respecto.',
  },
};
