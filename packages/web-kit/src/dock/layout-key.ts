/** Where the browser keeps the workspace record (spec/1 §4). */
export const layoutKey = 'vt_web2_layout_v1'
