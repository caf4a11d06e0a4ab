/**
 * The renderer to ask Pixi for. Where the processor emulates WebGL (no graphics card, a remote desktop, a browser
 * without a screen), the canvas renderer is many times as fast. Everywhere else, it is WebGL.
 */
export function fastRenderer(): 'webgl' | 'canvas' {
  const gl = document.createElement('canvas').getContext('webgl2')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  if (!gl) return 'canvas'
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? 'canvas' : 'webgl'
}
